import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { folderOf } from './shared/directory-sections.ts';
import { hasFlag, rewriteRules } from './shared/rewrite-rule.ts';
import type { RewriteRule } from './shared/rewrite-rule.ts';
import { servedFolders } from './shared/served-folders.ts';

export const reportRelativeRewrites = defineTransform({
  id: 'report-relative-rewrites',
  title: 'Report relative results of RewriteRule in folders that an Alias leads to',
  stage: 'findings',
  rows: [],
  directives: ['RewriteRule', 'RewriteBase'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each RewriteRule in a folder that only an Alias leads to, whose result is relative, and to which no RewriteBase belongs.',
    why: '2.2 made an address of the path of the file: mostly one that is not there, so such a rule led to 404. 2.4 knows by the context of the Alias which address the folder has, and the rule works (hook_fixup in mod_rewrite.c, ap_set_context_info in server/core.c).',
    before:
      'Alias /docs /srv/docs\n<Directory /srv/docs>\n    RewriteEngine On\n    RewriteRule ^old/(.*)$ new/$1\n</Directory>',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether the file is there that the rule leads to is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritebase',
  },
  messages: {
    alive:
      'This folder is reached by {alias}, and no RewriteBase belongs to it: in 2.2 the rule led to an address that is not there (404). In 2.4 it leads into the folder. See that what it leads to may be seen, or take the rule out.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const served = servedFolders(model);
    const bases = findDirectives(model, 'RewriteBase');
    for (const rule of rewriteRules(model).filter(isRelative)) {
      const folder = folderAround(rule.line, model);
      if (folder === null || bases.some(({ scope }) => scope === rule.line.scope)) continue;
      const lines = served(folder);
      const alias = lines.find(({ line }) => line.name === 'alias')?.line;
      if (alias === undefined || lines.some(({ line }) => line.name === 'documentroot')) continue;
      report(placeOf(rule.line), 'alive', {
        level: 'error',
        data: { alias: `Alias ${alias.args[0] ?? ''}` },
      });
    }
  },
});

function isRelative(rule: RewriteRule): boolean {
  return !/^(\/|[a-z][a-z0-9+.-]*:|[$%])/i.test(rule.output) && !hasFlag(rule, 'R', 'redirect', 'P', 'proxy');
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
