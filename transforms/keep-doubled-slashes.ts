import {
  locationPassedBy,
  openedByMerging,
  readRedirection,
  sectionsInheritingByPattern,
} from '../src/access/index.ts';
import type { OpenedByMerging } from '../src/access/index.ts';
import type { ModelFile, Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { leadingComments } from '../src/syntax/index.ts';
import type { Node } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { remember } from '../src/text/index.ts';
import {
  defineTransform,
  findDirectives,
  insertBefore,
  placeOf,
  placeOfScope,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const keepDoubledSlashes = defineTransform({
  id: 'keep-doubled-slashes',
  title: 'Write MergeSlashes Off where doubled slashes matter',
  stage: 'access',
  isIndependent: true,
  rows: [],
  directives: [
    'AliasMatch',
    'LocationMatch',
    'Proxy',
    'ProxyMatch',
    'ProxyPass',
    'ProxyPassMatch',
    'RedirectMatch',
    'RewriteRule',
    'ScriptAliasMatch',
    'SetEnvIf',
  ],
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `MergeSlashes Off` into each server whose `<LocationMatch>` patterns, or `<Proxy>` addresses, contain a slash within and let somebody in who is kept out elsewhere, or are for doubled slashes themselves or for all but something (`(?!...)`), and where a rule refuses doubled slashes. So where a pattern of `AliasMatch`, `ProxyPassMatch`, `RedirectMatch`, `RewriteRule` or `SetEnvIf` fits `/a/b` and not `/a//b`, and the merged address would let in somebody whom 2.2 kept out. So where a `RewriteRule` with `[PT]` may make a doubled slash, and a `<Location>` with access rules names what is behind it. Where else addresses are rewritten, redirected or proxied, it offers the line (`--apply review`).',
    why: '2.4.39 and later make one slash of several before LocationMatch sees the address (MergeSlashes, default On); 2.2 shows them all but those at the start. A request for `/a//b` is no longer told apart from `/a/b`: where the section grants, that opens. (Where it only refuses, `/a//b` was a way around it in 2.2, CVE-2019-0220, and is none in 2.4.) Rewritten, redirected and proxied addresses lose them, too: `/fetch/http://a/` becomes `/fetch/http:/a/`; and a pattern that leads `/a/b` to a folder, a proxy or past a rule leads `/a//b` there, too. What a rule with `[PT]` makes is not merged any more: `RewriteRule ^/x(.*) /a/$1 [PT]` makes `/a//b` of `/x/b`, which `<Location /a/b>` meets in 2.2, and in 2.4 only with `MergeSlashes Off`.',
    before:
      '<Location />\n    Order allow,deny\n</Location>\n<LocationMatch "^/a/b/">\n    Order allow,deny\n    Allow from all\n</LocationMatch>',
    after:
      '<Location />\n    Require all denied\n</Location>\nMergeSlashes Off\n<LocationMatch "^/a/b/">\n    Require all granted\n</LocationMatch>',
    undo: 'Remove the line, if addresses with doubled slashes may meet the rules of those without.',
    limits:
      'Whether clients send such addresses is not in the configuration: where no access rule is concerned, the line is only offered. Where slashes are kept, as by all releases before 2.4.39, a Location section that inherits what such a pattern before it says is reported. Before 2.4.47 `MergeSlashes Off` has `/a//b` pass by `<Location /a/b>` (CVE-2021-30641): where such a section has access rules, no line is written, and the pattern is an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#mergeslashes',
  },
  messages: {
    kept: '2.2 matches `{pattern}` against addresses with doubled slashes, 2.4 merges them first: the section would let in more requests. MergeSlashes Off keeps the answers of 2.2.',
    refused:
      '2.2 matches `{pattern}` against addresses with doubled slashes, and the line refuses them; 2.4 merges them first, and it would refuse nothing. MergeSlashes Off keeps the answers of 2.2.',
    led: '2.2 matches `{pattern}` against addresses with doubled slashes, 2.4 merges them first: the line would treat an address such as /a//b differently, and let in somebody whom 2.2 keeps out. MergeSlashes Off keeps the answers of 2.2.',
    doubled:
      'This rule may make an address with a doubled slash, such as /a//b. 2.2 compares `<Location>` sections with /a/b, and 2.4 does not: sections for what follows the slash would not apply. MergeSlashes Off keeps the answers of 2.2. Better still, let the rule make no doubled slash.',
    inherits:
      'What this section inherits depends on slashes: an address such as /a//b meets it, and need not meet `{pattern}` before it, which /a/b does. The rules are compared for addresses without doubled slashes only; with them somebody may get in whom 2.2 kept out, or the reverse. Write the rules of `{pattern}` that should hold here into this section.',
    passed:
      '2.4 merges the slashes of an address before it compares it with `{pattern}`: somebody may get in whom 2.2 keeps out. MergeSlashes Off would prevent that, but before 2.4.47 an address such as {doubled} passes by the rules of `<Location {location}>` with it (CVE-2021-30641). Move to 2.4.47 or later. Where the package has that fix under an older number, write MergeSlashes Off yourself.',
    offered:
      '2.4 merges doubled slashes before it rewrites, redirects or proxies an address; 2.2 kept all but those at the start. An address such as /fetch/http://a/ needs MergeSlashes Off.',
    'offered-later':
      '2.4 merges doubled slashes before it rewrites, redirects or proxies an address; 2.2 kept all but those at the start. An address such as /fetch/http://a/ needs MergeSlashes Off, which is not safe here before 2.4.47: with it {doubled} passes by the rules of `<Location {location}>` (CVE-2021-30641).',
  },
  run({ model, target, options, writtenFor, report }) {
    if (writtenFor === '2.4' || model.readBy === '2.4') return;
    const tellInheriting = (keepsSlashes: (server: Scope) => boolean): void => {
      for (const { at, pattern } of sectionsInheritingByPattern(model, keepsSlashes)) {
        report(placeOfScope(at), 'inherits', { level: 'warning', data: { pattern: pattern.args[0] ?? '' } });
      }
    };
    // Earlier releases show LocationMatch all slashes, as 2.2 does.
    if (!isSince(target, '2.4.39', 'MergeSlashes')) return tellInheriting(() => true);
    const withSetting = new Set(findDirectives(model, 'MergeSlashes').map(({ scope }) => scope.server));
    const isSet = (server: Scope): boolean => withSetting.has(server) || withSetting.has(model.main);
    const reported = new Set<Scope>();
    const passedBy = passedByWithSlashes(model, target);
    const keep = (at: Occurrence | Scope, message: OpenedByMerging['by']): void => {
      const isLine = at.type === 'occurrence';
      const { server } = isLine ? at.scope : at;
      if (isSet(server)) return;
      const passed = passedBy(server);
      if (passed !== null) {
        if (reported.has(server)) return;
        reported.add(server);
        const pattern = isLine ? patternOfLine(at) : (at.args[0] ?? '');
        const place = isLine ? placeOf(at) : placeOfScope(at);
        return report(place, 'passed', { level: 'error', data: { pattern, ...passed } });
      }
      const edits = isLine ? editsFor(at, model) : editsBefore(placeOfLine(at));
      if (edits === null) return;
      withSetting.add(isLine && at.file.role === 'htaccess' ? model.main : server);
      report(isLine ? placeOf(at) : placeOfScope(at), message, {
        level: 'info',
        data: { pattern: isLine ? patternOfLine(at) : (at.args[0] ?? '') },
        fix: { title: 'Write MergeSlashes Off', applicability: 'safe', edits },
      });
    };
    for (const { at, by } of openedByMerging(model, options.semantics)) keep(at, by);
    tellInheriting(isSet);
    const first = mappingLines(model).find(({ scope }) => !isSet(scope.server));
    if (first === undefined || model.kind !== 'server') return;
    const passed = passedBy(model.main);
    if (passed !== null) return report(placeOf(first), 'offered-later', { level: 'info', data: passed });
    const line = placeServerLine(model.main, 'MergeSlashes Off', BESIDE);
    report(placeOf(first), 'offered', {
      level: 'info',
      ...(line === null
        ? {}
        : { fix: { title: 'Write MergeSlashes Off', applicability: 'review', edits: line.edits } }),
    });
  },
});

/** What MergeSlashes Off would have pass by rules of a server, in words; null where it is safe. */
function passedByWithSlashes(
  model: ServerModel,
  target: TargetProfile,
): (server: Scope) => { readonly location: string; readonly doubled: string } | null {
  if (isSince(target, '2.4.47')) return () => null;
  return remember((server: Scope) => {
    const passed = locationPassedBy(model, server);
    if (passed === null) return null;
    const [location = ''] = passed.args;
    return { location, doubled: location.replace(/([^/])\/+(?=[^/])/, '$1//') };
  });
}

const BESIDE = ['keepalive', 'timeout', 'listen', 'servername'];

/** Before the line, or the section of the server that it stands in; for a .htaccess file in the main server. */
function editsFor(line: Occurrence, model: ServerModel): readonly FileEdit[] | null {
  if (line.file.role === 'htaccess') {
    return placeServerLine(model.main, 'MergeSlashes Off', BESIDE)?.edits ?? null;
  }
  const section = sectionOf(line.scope);
  return editsBefore(section === null ? (line.guards[0] ?? withConditions(line)) : placeOfLine(section));
}

function editsBefore(place: { readonly file: ModelFile; readonly node: Node } | null): FileEdit[] | null {
  return place === null ? null : insertBefore(place, ['MergeSlashes Off']);
}

/** The outermost section of its server that a scope is, or lies in. */
function sectionOf(scope: Scope): Scope | null {
  if (scope === scope.server || scope.parent === null) return null;
  return scope.parent === scope.server ? scope : sectionOf(scope.parent);
}

/** The word of a line that addresses are matched against. */
function patternOfLine(line: Occurrence): string {
  if (line.name === 'redirectmatch') return readRedirection(line).from;
  return line.args[line.name.startsWith('setenvif') ? 1 : 0] ?? '';
}

/**
 * Before the section and the comment above it, outside of the guards around it: other sections of the server rely on the
 * line, too.
 */
function placeOfLine({ file, node, guards }: Scope): { file: ModelFile; node: Node } | null {
  const place = guards[0] ?? (node === null ? null : { file, node });
  if (place === null) return null;
  const [comment] = leadingComments(place.file.document, place.node);
  return { file: place.file, node: comment ?? place.node };
}

/** The line, or the first of the RewriteCond lines before it. */
function withConditions(line: Occurrence): Occurrence {
  const { items } = line.scope;
  const before = items.slice(0, items.indexOf(line));
  const last = before.findLastIndex(({ name }) => name !== 'rewritecond');
  const first = before.slice(last + 1).find((item) => item.type === 'occurrence');
  return first?.file === line.file ? first : line;
}

/** Lines of a server that hand the address on: in a section, or a .htaccess file, rules see the path of a file. */
function mappingLines(model: ServerModel): Occurrence[] {
  const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'RewriteRule', 'RedirectMatch');
  return lines.filter(({ scope, name }) => scope === scope.server || name.startsWith('proxy'));
}
