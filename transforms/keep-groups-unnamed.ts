import type { ServerModel } from '../src/model/index.ts';
import { groupNames, withoutGroupNames } from '../src/text/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  defineTransform,
  findScopes,
  groupByNode,
  placeOfScope,
  rewriteArgument,
} from '../src/transform/index.ts';

export const keepGroupsUnnamed = defineTransform({
  id: 'keep-groups-unnamed',
  title: 'Take the names of groups away that would set a variable',
  stage: 'access',
  rows: [],
  directives: ['DirectoryMatch', 'FilesMatch', 'LocationMatch', 'ProxyMatch'],
  applicability: 'safe',
  docs: {
    does: 'Writes `(` in the place of `(?<name>` and `(?P<name>` in the pattern of a section, where a line of the tree asks for the variable MATCH_NAME.',
    why: '2.4 sets a variable for each named group of a pattern that matches (since 2.4.8; ap_location_walk and others, server/request.c), before the access rules are asked. 2.2 sets none: `Allow from env=MATCH_NAME` let in nobody, and would let in everybody who asks for an address that matches.',
    before:
      '<LocationMatch "^/(?P<site>[a-z]+)/">\n    Order allow,deny\n    Allow from env=MATCH_SITE\n</LocationMatch>',
    after:
      '<LocationMatch "^/([a-z]+)/">\n    Order allow,deny\n    Allow from env=MATCH_SITE\n</LocationMatch>',
    undo: 'Name the group again, if the variable is wanted. Check who gets in then.',
    limits: 'A pattern that refers to the group by its name is left, with an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#locationmatch',
  },
  messages: {
    unnamed:
      '2.4 sets {variable} by the named group of this pattern, 2.2 does not, and a line asks for it. The name is taken away, so that it stays unset.',
    referred:
      '2.4 sets {variable} by the named group of this pattern, 2.2 does not, and a line asks for it: requests may be answered differently. Write the pattern without the name.',
  },
  run({ model, target, writtenFor, report }) {
    const isSet = writtenFor !== '2.4' && isSince(target, '2.4.8');
    const asked = isSet ? variablesAsked(model) : NONE;
    if (asked.size === 0) return;
    const scopes = findScopes(model, 'directorymatch', 'filesmatch', 'locationmatch', 'proxymatch');
    for (const [scope] of groupByNode(scopes)) {
      const index = scope.node?.open.args[0]?.value === '~' ? 1 : 0;
      const word = scope.node?.open.args[index];
      const variables = groupNames(word?.value ?? '').map((name) => `MATCH_${name.toUpperCase()}`);
      const variable = variables.find((name) => asked.has(name));
      if (scope.node === null || word === undefined || variable === undefined) continue;
      const made = withoutGroupNames(word.value);
      if (made === null) {
        report(placeOfScope(scope), 'referred', { data: { variable }, level: 'error' });
        continue;
      }
      report(placeOfScope(scope), 'unnamed', {
        data: { variable },
        level: 'warning',
        fix: {
          title: 'Take the name away',
          applicability: 'safe',
          edits: rewriteArgument({ file: scope.file, node: scope.node.open }, index, made),
        },
      });
    }
  },
});

const NONE: ReadonlySet<string> = new Set();

/** Variables of that form that any line speaks of. */
function variablesAsked({ files }: ServerModel): ReadonlySet<string> {
  return new Set([...files.values()].flatMap(({ source }) => source.text.match(/\bMATCH_\w+/g) ?? []));
}
