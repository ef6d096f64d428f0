import type { Occurrence } from '../src/model/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import {
  defineTransform,
  findDirectives,
  insertBefore,
  placeOf,
  removeArgument,
  removeNode,
  replaceArguments,
  setArgument,
} from '../src/transform/index.ts';
import {
  applyOptions,
  isRefusedBy24,
  NO_OPTIONS,
  OPTIONS_ALL,
  readOptionWords,
  spellOptions,
} from './shared/options.ts';
import { htaccessAround } from './shared/htaccess-place.ts';
import type { OptionWord } from './shared/options.ts';

export const makeOptionsConsistent = defineTransform({
  id: 'make-options-consistent',
  title: 'Write Options lines without mixed signs',
  stage: 'directives',
  rows: [],
  directives: ['Options'],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['unspeakable'],
  docs: {
    does: 'Rewrites Options lines that mix words with and without `+` or `-`, sign All or None, or name one of them after another word, as lines that mean in 2.4 what 2.2 made of them.',
    why: '2.4 refuses such lines ("Either all Options must start with + or -, or no Option may", set_options in server/core.c). 2.2 read them word by word: the first word without a sign cleared what stood before it in the line.',
    before: 'Options -Indexes FollowSymLinks',
    after: 'Options FollowSymLinks',
    undo: 'Nothing to undo: 2.4 does not start with the old line.',
    limits:
      'A signed word that a later word of the same line undoes still counted in 2.2 in the sections merged after this one. Where that can matter, two lines are written.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#options',
  },
  messages: {
    rewritten: '2.4 refuses this Options line. 2.2 made of it: {meaning}.',
    split:
      '2.4 refuses this Options line. In 2.2 it meant {meaning} here, while its signed words ({signed}) came into force in the sections and .htaccess files merged after it. The two lines mean the same; check whether that was wanted.',
    nothing: '2.4 refuses this Options line. In 2.2 it changed nothing.',
    unspeakable:
      '2.4 refuses this Options line, and no single line means what 2.2 made of it. Write the options that are wanted here.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'Options')) {
      const words = readOptionWords(directive.args);
      if (words === null || !isRefusedBy24(words)) continue;
      const result = words.some(({ sign }) => sign === '')
        ? rewriteMixed(directive, words)
        : rewriteSigned(directive, words);
      if (result === null) {
        report(placeOf(directive), 'unspeakable', { level: 'error' });
        continue;
      }
      const { messageId, data, edits } = result;
      report(placeOf(directive), messageId, {
        data,
        level: messageId === 'split' ? 'warning' : 'info',
        fix: {
          title: 'Make the Options line consistent',
          applicability: 'safe',
          edits,
        },
      });
    }
  },
});

interface Rewrite {
  readonly messageId: 'rewritten' | 'split' | 'nothing';
  readonly data: Readonly<Record<string, string>>;
  readonly edits: readonly FileEdit[];
}

/** Only signed words: All is spelled out, None says nothing. */
function rewriteSigned(directive: Occurrence, words: readonly OptionWord[]): Rewrite {
  const text = signedText(words);
  if (text === '') return { messageId: 'nothing', data: {}, edits: removeNode(directive) };
  return {
    messageId: 'rewritten',
    data: { meaning: text },
    edits: replaceArguments(directive, text),
  };
}

function rewriteMixed(directive: Occurrence, words: readonly OptionWord[]): Rewrite | null {
  const { on, added, removed } = applyOptions(NO_OPTIONS, words);
  const spelled = spellOptions(on);
  if (spelled === null) return null;
  const edits = writeUnsigned(directive, words, on, spelled);
  const meaning = spelled.join(' ');
  // What the signed words leave behind only shows where it contradicts the words in force, or meets another line's.
  const isWhole =
    (added & ~on) === 0 &&
    (removed & on) === 0 &&
    isOnlyOptionsLine(directive) &&
    !mayBeForbidden(directive, words);
  if (isWhole) return { messageId: 'rewritten', data: { meaning }, edits };
  const signed = signedText(words.filter(({ sign }) => sign !== ''));
  const line = insertBefore(directive, [`${directive.node.name.value} ${signed}`]);
  return { messageId: 'split', data: { meaning, signed }, edits: [...line, ...edits] };
}

/** Takes the signs off and drops the words that are not in force; if that is not the meaning, the words are written anew. */
function writeUnsigned(
  directive: Occurrence,
  words: readonly OptionWord[],
  on: number,
  spelled: readonly string[],
): FileEdit[] {
  const stays = words.map(({ bits }, index) => {
    const isRepeated = words.findIndex((word) => word.bits === bits && word.sign !== '-') < index;
    return bits !== 0 && (bits & ~on) === 0 && !isRepeated;
  });
  const kept = words.filter((_, index) => stays[index]);
  const isMeant = kept.length > 0 && kept.reduce((all, { bits }) => all | bits, 0) === on;
  const isAccepted = !isRefusedBy24(kept.map((word) => ({ ...word, sign: '' })));
  if (!isMeant || !isAccepted) return replaceArguments(directive, spelled.join(' '));
  return words.flatMap(({ sign, name }, index) => {
    if (!stays[index]) return removeArgument(directive, index);
    return sign === '' ? [] : setArgument(directive, index, name);
  });
}

function signedText(words: readonly OptionWord[]): string {
  const all = spellOptions(OPTIONS_ALL) ?? [];
  const texts = words.flatMap(({ sign, name, bits }) => {
    if (bits === 0) return [];
    return /^all$/i.test(name) ? all.map((each) => sign + each) : [sign + name];
  });
  return [...new Set(texts)].join(' ');
}

/**
 * Whether AllowOverride may permit Options but not a word that would be dropped: then 2.2 answered 500 below the .htaccess file,
 * and must not be helped out of it. `AllowOverride Options` permits what All is; a list after `Options=` is not looked up.
 */
function mayBeForbidden({ scope }: Occurrence, words: readonly OptionWord[]): boolean {
  if (htaccessAround(scope) === null) return false;
  return words.some(({ sign, bits }) => sign === '-' && (bits & ~OPTIONS_ALL) !== 0);
}

function isOnlyOptionsLine({ scope, node }: Occurrence): boolean {
  return !scope.items.some((item) => {
    return item.type === 'occurrence' && item.name === 'options' && item.node !== node && item.on24 !== 'no';
  });
}
