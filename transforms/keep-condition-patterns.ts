import { argumentValues } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  placeOf,
  removeArgument,
  rewriteArgument,
} from '../src/transform/index.ts';

const applicability = 'safe' as const;

export const keepConditionPatterns = defineTransform({
  id: 'keep-condition-patterns',
  title: 'Keep patterns of RewriteCond that 2.4 would read as tests',
  stage: 'directives',
  rows: [],
  directives: ['RewriteCond'],
  isIndependent: true,
  applicability,
  docs: {
    does: 'Writes the hyphen at the start of a pattern as `[-]` where 2.4 would read a test that 2.2 did not have: -h, -L, -eq, -ne, -lt, -le, -gt, -ge. Writes an x in front of the text that `<=` or `>=` stands before, and of what is compared with it: to 2.2 the equals sign was the start of the text. Takes the flag NC away beside `<` and `>`.',
    why: '2.2 knew -d, -f, -F, -l, -s, -U, -x, <, > and =, and took everything else that begins with a hyphen for a regular expression, and what comes after < or > for the text (cmd_rewritecond in mod_rewrite.c). NC had no effect on < and >.',
    before: 'RewriteCond %{QUERY_STRING} -lt5',
    after: 'RewriteCond %{QUERY_STRING} [-]lt5',
    undo: 'Take the brackets, or the two x, out where the test of 2.4 is meant.',
    limits: 'A pattern that is not known yet, such as a variable, is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritecond',
  },
  messages: {
    kept: '2.4 reads {pattern} as a test. 2.2 took it for a regular expression.',
    case: '2.2 compared letters with {pattern} as they are: NC had no effect there. 2.4 would compare without regard to case, and by the letters alone where 2.2 took the longer text for the greater one.',
    compared:
      '2.4 reads {pattern} as "{words} or equal". 2.2 compared with a text that begins with an equals sign, and with an x in front of both 2.4 does so, too. If "{words} or equal" was meant, write {pattern}.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'RewriteCond')) {
      const { node } = directive;
      // All others are read in one way.
      const [, not = '', pattern] = /^(!?)([-<>].*)$/s.exec(argumentValues(node)[1] ?? '') ?? [];
      const [test, word, flags] = pattern === undefined ? [] : node.args;
      if (pattern === undefined || test === undefined || word === undefined) continue;
      if (/^-(?:[hL]$|(?:lt|le|gt|ge|eq|ne).)/s.test(pattern)) {
        const edits = rewriteArgument(directive, 1, `${not}[-]${pattern.slice(1)}`);
        const fix = { title: 'Keep the regular expression', applicability, edits };
        report(placeOf(directive), 'kept', { data: { pattern }, fix });
      }
      if (/^[<>]=/.test(pattern)) {
        // One letter more at the start of both changes nothing about which of them is the greater one.
        const kept = `${not}${pattern.slice(0, 1)}x${pattern.slice(1)}`;
        const edits = [
          ...rewriteArgument(directive, 0, `x${test.value}`),
          ...rewriteArgument(directive, 1, kept),
        ];
        const words = pattern.startsWith('<') ? 'less' : 'greater';
        const fix = { title: 'Keep the text', applicability, edits };
        report(placeOf(directive), 'compared', { data: { pattern, words }, level: 'warning', fix });
      }
      const flagsLeft = flags === undefined || !/^[<>]/.test(pattern) ? null : withoutCase(flags.value);
      if (flags === undefined || flagsLeft === null) continue;
      const edits =
        flagsLeft === '[]' ? removeArgument(directive, 2) : rewriteArgument(directive, 2, flagsLeft);
      const fix = { title: 'Take NC away', applicability, edits };
      report(placeOf(directive), 'case', { data: { pattern }, fix });
    }
  },
});

/** The flags without NC; null if it is not among them. */
function withoutCase(flags: string): string | null {
  const words = flags.replace(/^\[|\]$/g, '').split(',');
  const left = words.filter((word) => !/^\s*(?:NC|nocase)\s*$/i.test(word));
  return left.length === words.length ? null : `[${left.join(',')}]`;
}
