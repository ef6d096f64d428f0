import { PATTERN_DIRECTIVES, patternWords } from '../src/catalog/index.ts';
import type { ModelFile, ServerModel } from '../src/model/index.ts';
import { argumentValues } from '../src/syntax/index.ts';
import type { Directive, Section } from '../src/syntax/index.ts';
import { laterEscape, portablePattern, rememberSome } from '../src/text/index.ts';
import {
  defineTransform,
  findDirectives,
  findScopes,
  placeOf,
  placeOfScope,
  rewriteArgument,
} from '../src/transform/index.ts';
import type { Place } from '../src/transform/index.ts';

export const portablePatterns = defineTransform({
  id: 'portable-patterns',
  title: 'Write patterns that PCRE2 reads, too',
  stage: 'directives',
  rows: [],
  directives: [...PATTERN_DIRECTIVES, 'DirectoryMatch', 'FilesMatch', 'LocationMatch'],
  applicability: 'safe',
  docs: {
    does: 'In patterns, writes a backslash before a hyphen that can make no range (`[\\w-.]`), and takes away those before letters that have no meaning (`\\y`). Names a pattern with an escape that the PCRE in the sources of 2.2 did not know.',
    why: '2.2 reads patterns by PCRE, which took such a hyphen and such a letter for themselves. Late 2.4 (since 2.4.52, as in Debian 12 and Red Hat 10) is built with PCRE2, which refuses them (pcre2compat(3)), and the server does not start. PCRE reads the new text as it did the old one. And `\\h`, `\\g`, `\\x{41}` and some others have a meaning since PCRE 6 to 8 only: a 2.2 with the PCRE 5.0 of its own sources read the letter.',
    before: 'RewriteRule ^/([\\w-.]+)$ /page/$1',
    after: 'RewriteRule ^/([\\w\\-.]+)$ /page/$1',
    undo: 'Write the old pattern again; a 2.4 with PCRE2 then does not start.',
    limits: 'A pattern with `\\Q` in brackets, one in Substitute or in an expression is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/glossary.html#regex',
  },
  messages: {
    written:
      'PCRE2, with which late 2.4 is built, refuses the pattern {pattern}; PCRE reads both forms alike.',
    unsure:
      "What 2.2 read in `{escape}` of the pattern {pattern} depends on its PCRE: 5.0, in httpd's own sources, gives it no meaning, a later one, as distributions have it, does, as 2.4. If the letter is meant, remove the backslash.",
  },
  run({ model, writtenFor, report }) {
    for (const { file, line, index, value, placeOfLine } of [...inDirectives(model), ...inSections(model)]) {
      const { made, escape } = readPattern(value);
      if (escape !== null && writtenFor !== '2.4') {
        report(placeOfLine(), 'unsure', { data: { escape, pattern: value }, level: 'warning' });
      }
      if (made === value) continue;
      const word = line.args[index];
      if (word === undefined) continue;
      report(placeOfLine(), 'written', {
        data: { pattern: value },
        fix: {
          title: 'Write the pattern for PCRE2',
          applicability: 'safe',
          edits: rewriteArgument({ file, node: line }, index, made),
        },
      });
    }
  },
});

/** Many lines have few patterns. */
const readPattern = rememberSome(1000, (pattern) => ({
  made: portablePattern(pattern),
  escape: laterEscape(pattern),
}));

/** A word that is a pattern, in which something may stand that PCRE2 refuses. */
interface PatternWord {
  readonly file: ModelFile;
  readonly line: Directive | Section['open'];
  readonly index: number;
  readonly value: string;
  readonly placeOfLine: () => Place;
}

/** A backslash, or a named class, before a hyphen: most patterns have neither. */
const MAYBE_REFUSED = /\\|\[:/;

function inDirectives(model: ServerModel): PatternWord[] {
  const found: PatternWord[] = [];
  for (const name of PATTERN_DIRECTIVES) {
    for (const directive of findDirectives(model, name)) {
      const { file, node: line } = directive;
      const values = argumentValues(line);
      for (const index of patternWords(name.toLowerCase(), values)) {
        const value = values[index] ?? '';
        if (!MAYBE_REFUSED.test(value)) continue;
        found.push({ file, line, index, value, placeOfLine: () => placeOf(directive) });
      }
    }
  }
  return found;
}

function inSections(model: ServerModel): PatternWord[] {
  const scopes = findScopes(model, 'directorymatch', 'filesmatch', 'locationmatch', 'proxymatch');
  return scopes.flatMap((scope) => {
    const { file, node } = scope;
    if (node === null) return [];
    const values = argumentValues(node.open);
    const index = values[0] === '~' ? 1 : 0;
    const value = values[index] ?? '';
    const isPortable = !MAYBE_REFUSED.test(value);
    return isPortable
      ? []
      : [{ file, line: node.open, index, value, placeOfLine: () => placeOfScope(scope) }];
  });
}
