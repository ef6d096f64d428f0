import { expandedRules, hasFlag, startOfRule } from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, insertBefore, placeOf } from '../src/transform/index.ts';
import type { Fix } from '../src/transform/index.ts';
import { folderOf } from './shared/directory-sections.ts';
import { servedFolders } from './shared/served-folders.ts';
import type { ServedFolders } from './shared/served-folders.ts';

/** RewriteOptions IgnoreContextInfo came with it. */
const IGNORES_CONTEXT = '2.4.13';

export const keepRelativeRewrites = defineTransform({
  id: 'keep-relative-rewrites',
  title: 'Keep relative results of RewriteRule where they led',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule', 'RewriteBase', 'RewriteOptions'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `RewriteOptions IgnoreContextInfo` where a RewriteRule of a folder that an Alias, ScriptAlias or UserDir leads to has a relative result, and no RewriteBase belongs to it.',
    why: '2.2 made an address of the path of the file: mostly one that is not there, so such a rule led to 404. 2.4 knows by the context of the Alias which address the folder has, and the rule works (hook_fixup in mod_rewrite.c, ap_set_context_info in server/core.c).',
    before:
      'Alias /docs /srv/docs\n<Directory /srv/docs>\n    RewriteEngine On\n    RewriteRule ^old/(.*)$ new/$1\n</Directory>',
    after:
      'Alias /docs /srv/docs\n<Directory /srv/docs>\n    RewriteEngine On\n    RewriteOptions IgnoreContextInfo\n    RewriteRule ^old/(.*)$ new/$1\n</Directory>',
    undo: 'Remove the line if the rule should work.',
    limits:
      'In folders of VirtualDocumentRoot, where other RewriteOptions are said, which the line would replace, and for a 2.4 older than 2.4.13, which does not know it, the rule is reported as an error. Whether the file that the rule leads to exists is not checked.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewriteoptions',
  },
  messages: {
    kept: 'This folder is reached by {line}, and no RewriteBase belongs to it: in 2.2 the rule led to an address that is mostly not there (404), in 2.4 it leads into the folder. The line added keeps it as it was. Take it out if the rule is to work.',
    alive:
      'This folder is reached by {line}, and no RewriteBase belongs to it: in 2.2 the rule led to an address that is not there (404). In 2.4 it leads into the folder. See that what it leads to may be seen, or take the rule out.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const rules = expandedRules(model).filter((rule) => mayBeRelative(rule) && isOfFolder(rule.line.scope));
    if (rules.length === 0) return;
    const served = servedFolders(model);
    // Where a rule needs nothing, or was told of.
    const done = new Set(findDirectives(model, 'RewriteBase').map(({ scope }) => scope));
    const options = findDirectives(model, 'RewriteOptions');
    for (const rule of rules) {
      const { scope, file } = rule.line;
      const folder = folderAround(rule.line, model);
      if (folder === null || done.has(scope)) continue;
      const line = contextOf(folder, served, model);
      if (line === null) continue;
      done.add(scope);
      const isExact = isSince(target, IGNORES_CONTEXT) && options.length === 0 && !OF_HOSTS.test(line.name);
      const fix: Fix = {
        title: 'Write RewriteOptions IgnoreContextInfo',
        applicability: 'safe',
        edits: insertBefore({ file, node: startOfRule(rule) }, ['RewriteOptions IgnoreContextInfo']),
      };
      const data = { line: [line.node.name.value, line.args[0] ?? ''].join(' ') };
      report(placeOf(rule.line), isExact ? 'kept' : 'alive', {
        level: isExact ? 'warning' : 'error',
        data,
        ...(isExact ? { fix } : {}),
      });
    }
  },
});

/** What begins with a slash, or is the URL of a server, is not; with something that is put in it may be. */
function mayBeRelative(rule: ExpandedRule): boolean {
  return !/^(\/|[a-z][a-z0-9+.-]*:)/i.test(rule.output) && !hasFlag(rule, 'R', 'redirect', 'P', 'proxy');
}

/** The line by which 2.4 knows the address of the folder; null where there is none, or every server that has it strips DocumentRoot. */
function contextOf(folder: string, served: ServedFolders, model: ServerModel): Occurrence | null {
  const lines = served.over(folder);
  const isStripped = (server: Scope): boolean =>
    lines.some((each) => each.line.name === 'documentroot' && each.server === server);
  const found = lines.find(({ line, server }) => {
    const answering = server === model.main ? [server, ...model.virtualHosts] : [server];
    const isContext = GIVES_CONTEXT.has(line.name) || OF_HOSTS.test(line.name);
    return isContext && !answering.every(isStripped);
  });
  return found?.line ?? null;
}

/** Not those with patterns (try_alias_list, mod_alias.c; translate_userdir, mod_userdir.c). */
const GIVES_CONTEXT: ReadonlySet<string> = new Set(['alias', 'scriptalias', 'userdir']);

/** These make the folder of the host the document root, whose path both versions take away: no option keeps 2.4 from it. */
const OF_HOSTS = /^virtualdocumentroot/;

/** Whether it stands in a folder's section or file: most rules of hosts do not. */
function isOfFolder({ kind, parent }: Scope): boolean {
  return kind === 'directory' || kind === 'htaccess' || (parent !== null && isOfFolder(parent));
}

/** The folder whose files a rule is for; null where it is not for those of a folder of known name. */
function folderAround({ scope }: Occurrence, model: ServerModel): string | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const path = at.args[0] ?? '';
    if (at.kind === 'htaccess') return path;
    if (at.kind === 'directory') return /[*?[]/.test(path) ? null : folderOf(model, path);
  }
  return null;
}
