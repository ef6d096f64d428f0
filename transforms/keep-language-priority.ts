import type { Occurrence } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, replaceArguments } from '../src/transform/index.ts';
import type { Fix } from '../src/transform/index.ts';

export const keepLanguagePriority = defineTransform({
  id: 'keep-language-priority',
  title: 'Report words of LanguagePriority that 2.2 passed over',
  stage: 'defaults',
  rows: [],
  directives: ['LanguagePriority', 'DefaultLanguage'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Names the words of LanguagePriority with capital letters that come before another language, and offers to take them out (`--apply review`).',
    why: 'Both versions keep the languages of AddLanguage and of type maps in lower case. 2.2 compared them with the words as they are written, so `zh-CN` matched none; since 2.4.38 the case does not matter (find_lang_index in mod_negotiation.c), and clients that prefer no language get another page.',
    before: 'LanguagePriority zh-TW fr en',
    after: 'LanguagePriority fr en',
    undo: 'Write the words again.',
    limits:
      'Words at the end are left: they only come before languages that are not in the list. So are all where a DefaultLanguage has capital letters, which 2.2 matched.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_negotiation.html#languagepriority',
  },
  messages: {
    revived:
      '2.2 passed over {words} here, as it only matched languages in lower case. 2.4 matches it, too: clients that prefer no language get a page in {words} where there is one. Check that this is what you want, or take it out.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.38')) return;
    if (model.hasModule22('mod_negotiation.c') === 'no') return;
    if (findDirectives(model, 'DefaultLanguage').some(({ args }) => hasCapital(args[0] ?? ''))) return;
    for (const directive of findDirectives(model, 'LanguagePriority')) {
      const words = revivedWords(directive.args);
      if (directive.on22 === 'no' || words.length === 0) continue;
      report(placeOf(directive), 'revived', {
        level: 'warning',
        data: { words: words.join(', ') },
        ...withoutWords(directive, words),
      });
    }
  },
});

/** None where no word would be left: a line that matched nothing replaced what it inherits all the same. */
function withoutWords(directive: Occurrence, words: readonly string[]): { fix?: Fix } {
  const rest = directive.args.filter((word) => !words.includes(word));
  if (rest.length === 0) return {};
  const edits = replaceArguments(directive, rest.map((word) => quoteWord(word)).join(' '));
  return { fix: { title: `Take ${words.join(', ')} out`, applicability: 'review', edits } };
}

/** A word stands for all languages that begin with it: `pt-BR` behind `pt` changes nothing. */
function revivedWords(args: Occurrence['args']): string[] {
  const last = args.findLastIndex((word) => !hasCapital(word));
  if (last === -1) return [...args];
  return args
    .slice(0, last)
    .filter(
      (word, index) =>
        hasCapital(word) && !args.slice(0, index).some((other) => word.toLowerCase().startsWith(other)),
    );
}

function hasCapital(word: string): boolean {
  return /[A-Z]/.test(word);
}
