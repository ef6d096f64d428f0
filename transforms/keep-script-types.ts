import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { coverage, uncovered } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { groupBy } from '../src/text/index.ts';
import {
  appendArgument,
  defineTransform,
  findDirectives,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';
import type { Fix } from '../src/transform/index.ts';
import { systemTypesFile } from './shared/system-types.ts';

const NEW_TYPE = 'text/javascript';

export const keepScriptTypes = defineTransform({
  id: 'keep-script-types',
  title: 'Report lines that know scripts by their old type only',
  stage: 'defaults',
  rows: [],
  directives: ['AddOutputFilterByType', 'ExpiresByType', 'TypesConfig', 'AddType'],
  applicability: 'review',
  docs: {
    does: 'Names the ExpiresByType and AddOutputFilterByType lines for `application/javascript` or `application/x-javascript` without one for `text/javascript` beside them, where the types of files are those of the system (`TypesConfig /etc/mime.types`), and offers to add the new type (`--apply review`).',
    why: 'RFC 9239 of 2022 calls scripts text/javascript, and so do the mime.types of Debian 12 and of httpd 2.4.58: on a system of today `*.js` is no longer compressed by these lines, and has no expiry date.',
    before: 'TypesConfig /etc/mime.types\nAddOutputFilterByType DEFLATE text/css application/javascript',
    after:
      'TypesConfig /etc/mime.types\nAddOutputFilterByType DEFLATE text/css application/javascript text/javascript',
    undo: 'Take the new type out.',
    limits:
      'The mime.types of the new system is not read. A tree with a file of its own keeps the types that stand there, and is left alone; so is what an AddType gives its old type.',
    link: 'https://www.rfc-editor.org/rfc/rfc9239',
  },
  messages: {
    renamed:
      'This line knows scripts as {type}. In the mime.types of recent systems (Debian 12, httpd 2.4.58) they are text/javascript: *.js would lose {what}. Look into {file} of the new system, and name text/javascript, too.',
  },
  run({ model, writtenFor, report }) {
    const file = systemTypesFile(model);
    if (writtenFor === '2.4' || file === null) return;
    for (const [directive, type] of staleLines(model)) {
      const filter = directive.args[0] ?? '';
      const what = directive.name === 'expiresbytype' ? 'their expiry date' : `the filter ${filter}`;
      report(placeOf(directive), 'renamed', {
        level: 'warning',
        data: { type, what, file },
        fix: nameNewType(directive),
      });
    }
  },
});

/** With the old type that each names. */
function staleLines(model: ServerModel): [Occurrence, string][] {
  const added = coverage(findDirectives(model, 'AddType').filter(namesOldType));
  const lines = findDirectives(model, 'ExpiresByType', 'AddOutputFilterByType');
  const stale = [...groupBy(lines, subjectOf)].flatMap(([subject, alike]) => {
    const old = alike.filter((line) => line.on22 !== 'no' && namesOldType(line) && !added.covers(line));
    const knowing = alike.filter(
      ({ args, on24 }) => on24 !== 'no' && args.some((word) => word.toLowerCase() === NEW_TYPE),
    );
    return uncovered(typeof subject === 'string' ? old : preferNewer(old), knowing);
  });
  return stale
    .toSorted((a, b) => a.seq - b.seq)
    .map((line) => [line, line.args.find(isOldType)?.toLowerCase() ?? '']);
}

/**
 * What a line decides about the types that it names: lines for the same are asked whether one of them knows the new type. An
 * expiry date of a section counts in the place of one around it, a filter beside it.
 */
function subjectOf({ name, args, scope }: Occurrence): Scope | string {
  return name === 'expiresbytype' ? scope : (args[0] ?? '').toLowerCase();
}

/** Of several dates that for the newer name counted: systems of the time of 2.2 had it for `*.js`. */
function preferNewer(lines: readonly Occurrence[]): readonly Occurrence[] {
  const newer = lines.filter(({ args }) => args[0]?.toLowerCase() === 'application/javascript');
  return newer.length > 0 ? newer : lines;
}

function namesOldType({ args }: Occurrence): boolean {
  return args.some(isOldType);
}

function isOldType(word: string): boolean {
  return /^application\/(?:x-)?javascript$/i.test(word);
}

function nameNewType(directive: Occurrence): Fix {
  const { name, args, node } = directive;
  const value = args.slice(1).map((word) => quoteWord(word));
  return {
    title: `Add ${NEW_TYPE}`,
    applicability: 'review',
    edits:
      name === 'expiresbytype'
        ? insertAfter(directive, [[node.name.value, NEW_TYPE, ...value].join(' ')])
        : appendArgument(directive, NEW_TYPE),
  };
}
