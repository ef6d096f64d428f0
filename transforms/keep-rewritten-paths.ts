import {
  expandedRules,
  hasFlag,
  internalMaps,
  makesPath,
  mapSources,
  rootlessBeginning,
} from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import { addFlags } from './shared/rewrite-rule.ts';

export const keepRewrittenPaths = defineTransform({
  id: 'keep-rewritten-paths',
  title: 'Keep a RewriteRule leading to the folders of its map, and offer that for others',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule'],
  applicability: 'review',
  docs: {
    does: 'Adds the flag UnsafePrefixStat to each RewriteRule of a server whose result begins with what a file of RewriteMap holds, and offers it, for `--apply review`, where the result begins with something else that is put in at the request: a program of RewriteMap, a variable, a back-reference.',
    why: 'From 2.4.60 on such a result is a path of the file system only below the DocumentRoot, else an address, which mostly means 404 (prefix_stat in mod_rewrite.c; CVE-2024-38475). In 2.2 it was a path wherever its first folder exists.',
    before: 'RewriteRule ^/u/([^/]+)/(.*)$ ${homes:$1}/$2 [L]',
    after: 'RewriteRule ^/u/([^/]+)/(.*)$ ${homes:$1}/$2 [L,UnsafePrefixStat]',
    undo: 'Take the flag off. Better than the flag is a result that begins with a folder: `/home/${homes:$1}/$2`.',
    limits:
      'What maps and variables hold is not looked up, so a rule that makes addresses may be changed or named, too. What a map holds its owner wrote; a client can only choose among the values.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_unsafe_prefix_stat',
  },
  messages: {
    kept: 'The result begins with what the map {what} holds. From 2.4.60 on that is a path of the file system only with the flag UnsafePrefixStat, which was added.',
    offered:
      'If this rule makes a path of the file system, 2.4 no longer takes it as one, because it begins with {what}, and answers 404. Let the result begin with a folder, or add the flag UnsafePrefixStat.',
  },
  run({ model, target, options, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.60', 'RewriteRule UnsafePrefixStat')) return;
    const isFile = fileMaps(model);
    const isInternal = internalMaps(model);
    for (const rule of expandedRules(model)) {
      const what = makesPath(rule) && !hasFlag(rule, 'UnsafePrefixStat') ? beginning(rule) : null;
      if (what === null || rootlessBeginning(rule, isInternal) !== null) continue;
      const map = mapAtStart(rule);
      if (map !== null && isFile(map)) {
        const edits = addFlags(rule, 'UnsafePrefixStat');
        const fix = { title: 'Add the flag UnsafePrefixStat', applicability: 'safe', edits } as const;
        report(placeOf(rule.line), 'kept', { data: { what: map }, level: 'info', fix });
        continue;
      }
      report(placeOf(rule.line), 'offered', {
        data: { what },
        level: options.apply === 'review' ? 'warning' : 'error',
        fix: {
          title: 'Add the flag UnsafePrefixStat',
          applicability: 'review',
          edits: addFlags(rule, 'UnsafePrefixStat'),
        },
      });
    }
  },
});

/** Which maps are files, whose values the client can choose among and not make. */
function fileMaps(model: ServerModel): (map: string) => boolean {
  const sourcesOf = mapSources(model);
  return (map) => {
    const sources = sourcesOf(map);
    return sources.length > 0 && sources.every((source) => /^(?:(?:txt|rnd|dbm(?:=\w+)?):|\/)/.test(source));
  };
}

/** The map that the result begins with a value of: looked up there, or by the last condition, whose group begins with it. */
function mapAtStart({ expansions: [first], conditions, output }: ExpandedRule): string | null {
  if (first?.index !== 0) return null;
  if (first.type === 'map') return mapOf(first.name);
  const [test = '', pattern = ''] = conditions.at(-1)?.args ?? [];
  const isWhole =
    first.type === 'condition-reference' && output.startsWith('%1') && /^\^\(\/?\.[*+]\)/.test(pattern);
  return isWhole && test.startsWith('${') ? mapOf(test.slice(2)) : null;
}

/** A default that the client may write is no value of the map. */
function mapOf(lookUp: string): string | null {
  const [, name, fallback = ''] = /^([^:}]+):[^|]*(\|[^}]*)?/s.exec(lookUp) ?? [];
  return name === undefined || /[$%]/.test(fallback) ? null : name;
}

/** Variables that hold an address, or the folder that paths may begin with. */
const HARMLESS = /^((CONTEXT_)?DOCUMENT_ROOT|REQUEST_URI|REQUEST_FILENAME|SCRIPT_URL)$/i;

/** What the result begins with, if that is put in at the request and can be the beginning of a path. */
function beginning({ expansions, pattern, output }: ExpandedRule): string | null {
  const [first] = expansions;
  if (first === undefined || first.index > (output.startsWith('/') ? 1 : 0)) return null;
  if (first.type === 'map') return `\${${first.name}}`;
  if (first.type === 'variable') return HARMLESS.test(first.name) ? null : `%{${first.name}}`;
  if (first.type === 'condition-reference') return `%${first.name}`;
  // What a rule takes over whole is an address; behind a prefix of its own a path may stand.
  const isAddress = first.index > 0 || /^\^?\/?\(/.test(pattern) || !pattern.includes('(/');
  return isAddress ? null : `$${first.name}`;
}
