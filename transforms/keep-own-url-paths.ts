import { expandedRules, hasFlag, ownPath, startOfRule } from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  findScopes,
  insertBefore,
  placeOf,
} from '../src/transform/index.ts';
import type { Fix } from '../src/transform/index.ts';
import { addFlags } from './shared/rewrite-rule.ts';
import { listServed } from './shared/served-folders.ts';

const OPTION = 'RewriteOptions LegacyPrefixDocRoot';

export const keepOwnUrlPaths = defineTransform({
  id: 'keep-own-url-paths',
  title: 'Keep URLs of the server itself leading to the file system',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule', 'RewriteOptions'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: `Writes \`${OPTION}\`, and from 2.4.60 on the flag UnsafePrefixStat, where a RewriteRule outside of folders makes a URL of the server itself, without [R], and the path begins with the name of a folder that a system, or this tree, has at its root.`,
    why: 'mod_rewrite takes such a URL for a path of its own. 2.2 looked the first folder up in the file system, and led there if it is: other rules decide there than below DocumentRoot, where the rule leads since 2.4.26 (PR 60009; reduce_uri, hook_uri2file and prefix_stat in mod_rewrite.c).',
    before: 'ServerName www.example.com\nRewriteRule ^/photos/(.*) http://www.example.com/home/photos/$1',
    after: `ServerName www.example.com\n${OPTION}\nRewriteRule ^/photos/(.*) http://www.example.com/home/photos/$1 [UnsafePrefixStat]`,
    undo: 'If the URL was meant, take the line and the flag off, and check who gets in below DocumentRoot. [R] sends the client there.',
    limits:
      'Whether the folder exists on the machine is not looked up. Where RewriteOptions are said elsewhere, which the line would replace or be replaced by, the rule is reported as an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewriteoptions',
  },
  messages: {
    kept: 'This URL is of the server itself, and no redirect. If {folder} is a folder of the machine, 2.2 led to the file there; since 2.4.26 the rule would lead below DocumentRoot, where other access rules may hold. The lines added keep it as it was.',
    turned:
      'This URL is of the server itself, and no redirect. If {folder} is a folder of the machine, 2.2 led to the file there; since 2.4.26 the rule leads below DocumentRoot, where other access rules may hold. Write the path without the server, or [R] if the client is to be sent there.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.26')) return;
    const found = expandedRules(model).flatMap((rule) => {
      const folder = mayMakePath(rule) ? firstFolder(rule, model) : null;
      return folder === null ? [] : [{ rule, folder }];
    });
    if (found.length === 0) return;
    const atRoot = foldersAtRoot(model);
    // A virtual host with options of its own takes none of the main server's (config_server_merge).
    const options = findDirectives(model, 'RewriteOptions').filter(({ scope }) => scope === scope.server);
    const done = new Set<Occurrence['scope']>();
    for (const { rule, folder } of found) {
      if (!atRoot.has(folder)) continue;
      const { line } = rule;
      const data = { folder: `/${folder}` };
      if (options.some(({ scope }) => scope === model.main || line.scope === model.main)) {
        report(placeOf(line), 'turned', { data, level: 'error' });
        continue;
      }
      const edits = [
        ...(done.has(line.scope) ? [] : insertBefore({ file: line.file, node: startOfRule(rule) }, [OPTION])),
        ...(isSince(target, '2.4.60') && !hasFlag(rule, FLAG) ? addFlags(rule, FLAG) : []),
      ];
      done.add(line.scope);
      const fix: Fix = { title: `Write ${OPTION}`, applicability: 'safe', edits };
      report(placeOf(line), 'kept', { data, level: 'warning', ...(edits.length > 0 && { fix }) });
    }
  },
});

const FLAG = 'UnsafePrefixStat';

/** A redirect, a proxied and a passed-on URL is none; a rule of a folder makes an address. */
function mayMakePath(rule: ExpandedRule): boolean {
  const { kind } = rule.line.scope;
  const isOfServer = kind === 'server' || kind === 'virtualhost';
  return isOfServer && !hasFlag(rule, 'R', 'redirect', 'P', 'proxy', 'PT', 'passthrough');
}

/** With which folder the path begins, if the rule says it and the URL may be one of its server. */
function firstFolder({ output, line }: ExpandedRule, { main }: ServerModel): string | null {
  const path = ownPath(output, line.scope.server, main) ?? '';
  return /^\/([^/?$%\\]+)\//.exec(path)?.[1] ?? null;
}

/** What hier(7) and the usual systems have there, and what this tree speaks of. */
function foldersAtRoot(model: ServerModel): ReadonlySet<string> {
  const sections = findScopes(model, 'directory').map(({ args }) => args[0] ?? '');
  const served = listServed(model).map(({ folder }) => folder);
  const named = [...sections, ...served].flatMap((path) => /^\/([^/*?[]+)/.exec(path)?.[1] ?? []);
  return new Set([...USUAL, ...named]);
}

const USUAL =
  'bin boot data dev etc export home lib lib32 lib64 media mnt net opt proc root run sbin srv sys tmp usr var web www'.split(
    ' ',
  );
