import { expandedRules, hasFlag, isRedirect } from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import type { Level } from '../src/transform/index.ts';
import { mayExpandTo } from './shared/may-expand-to.ts';
import { addFlags } from './shared/rewrite-rule.ts';

export const escapeRewrittenQueries = defineTransform({
  id: 'escape-rewritten-queries',
  title: 'Escape blanks that a RewriteRule puts into a query',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule'],
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Adds the flags `BCTLS,BNP` to each RewriteRule whose query takes over a piece of the address in which there can be a blank.',
    why: 'From 2.4.56 on a rewritten query with a blank or a control character is refused with 403 (AH10410, AH10411 in mod_rewrite.c); 2.2 passed it on as it was. BCTLS (2.4.57) writes just these characters as `%20` and the like, which programs decode to the same.',
    before: 'RewriteRule ^/find/(.*)$ /cgi/show?q=$1 [PT]',
    after: 'RewriteRule ^/find/(.*)$ /cgi/show?q=$1 [PT,BCTLS,BNP]',
    undo: 'Take the flags off; addresses with a blank answer 403 then.',
    limits:
      'Where the same rule takes pieces with blanks over into the path as well, the flags would escape them there, so they are only offered (`--apply review`). A variable in the query (`%{REQUEST_URI}`) is not escaped by any flag: a finding says so.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_bctls',
  },
  messages: {
    escaped:
      '2.4 answers 403 when this rule puts a blank into the query, as for an address with %20. BCTLS escapes it.',
    'path-too':
      '2.4 answers 403 when this rule puts a blank into the query, as for an address with %20. BCTLS escapes it, but in the path of this rule, too: see whether addresses with blanks still lead where they should.',
    variable:
      '2.4 answers 403 when this rule puts a blank into the query. No flag escapes what {variable} stands for: take it over through a RewriteCond and a back-reference, or through the map int:escape.',
    map: '2.4 answers 403 when this rule puts a blank into the query. What {map} gives can hold one, and no flag escapes it: ask the map int:escape around it, which a RewriteMap line must define.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.56')) return;
    const sources = mapSources(model);
    const sourceOf = (map: string): string => sources.get(map.split(':')[0] ?? '') ?? '';
    for (const rule of expandedRules(model).filter(isUnescaped)) {
      const isEscaped = hasFlag(rule, 'B', 'backrefescaping', 'BCTLS');
      for (const { name, isInQuery, type } of rule.expansions) {
        const risk = type === 'map' && isInQuery ? mapRisk(sourceOf(name), isEscaped) : null;
        if (risk !== null) report(placeOf(rule.line), 'map', { data: { map: `\${${name}}` }, level: risk });
      }
      if (isEscaped) continue;
      const blanks = rule.expansions.filter((each) => mayExpandTo(' ', each, rule));
      const variable = blanks.find(({ type, isInQuery }) => type === 'variable' && isInQuery);
      if (variable !== undefined) {
        report(placeOf(rule.line), 'variable', {
          data: { variable: `%{${variable.name}}` },
          level: 'warning',
        });
      }
      const references = blanks.filter(({ type, name }) => {
        return type.endsWith('reference') || /^int:to(?:lower|upper)$/.test(sourceOf(name));
      });
      if (!references.some(({ isInQuery }) => isInQuery)) continue;
      const isInPath = references.some(({ isInQuery }) => !isInQuery);
      report(placeOf(rule.line), isInPath ? 'path-too' : 'escaped', {
        level: isInPath ? 'warning' : 'info',
        fix: {
          title: 'Add the flags BCTLS and BNP',
          applicability: isInPath ? 'review' : 'safe',
          edits: addFlags(rule, 'BCTLS,BNP'),
        },
      });
    }
  },
});

/** The maps of the tree, by name, with where they look: `int:tolower`, `txt:/etc/hosts.map`. */
function mapSources(model: ServerModel): ReadonlyMap<string, string> {
  const lines = findDirectives(model, 'RewriteMap');
  return new Map(lines.map(({ args: [name = '', source = ''] }) => [name, source.toLowerCase()]));
}

/** What a map gives that no flag escapes. A value of a text file is one word; one of a program or a database may be anything. */
function mapRisk(source: string, isEscaped: boolean): Level | null {
  if (/^(?:dbm|prg|dbd|fastdbd)/.test(source)) return 'warning';
  return source === 'int:unescape' && !isEscaped ? 'error' : null;
}

/** Whether what is put in is not all escaped in the end, as for a redirect. */
function isUnescaped(rule: ExpandedRule): boolean {
  return !isRedirect(rule) || hasFlag(rule, 'NE', 'noescape');
}
