import type { Occurrence } from '../src/model/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';
import { replacementFor24 } from './shared/replacement.ts';

export const keepHeaderEdits = defineTransform({
  id: 'keep-header-edits',
  title: 'Keep header values that 2.4 would read as formats or expressions',
  stage: 'directives',
  rows: [],
  directives: ['Header', 'RequestHeader'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Doubles `%` and backslashes in the replacement of `Header edit` and writes `&` as `$0`, and writes a value that begins with `expr=` as an expression that yields it.',
    why: '2.2 took the replacement of `edit` as it stood, but for `$1` and `&`, all that had matched. Since 2.4.7 it is read as a format, like the value of `set`: `%t` is the time, `%2` is refused ("Unrecognized header format"), `\\n` is a line end. And since 2.4.10 a value that begins with `expr=` is an expression (parse_format_string in mod_headers.c).',
    before: 'Header edit Location ^/a$ /b%20c',
    after: 'Header edit Location ^/a$ /b%%20c',
    undo: 'Take the doubled characters back where 2.4 is to read a format.',
    limits:
      'A value that begins with `expr=` and has a `%` in it is only reported. A replacement in which every `%` is doubled is taken for one that is written for 2.4 already.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_headers.html#header',
  },
  messages: {
    escaped:
      '2.4 reads the replacement of `edit` differently from 2.2, and would not put {value} there as it stands.',
    quoted: '2.4 would evaluate {value} as an expression; 2.2 took it as it stands.',
    expression:
      '2.4 evaluates {value} as an expression; 2.2 took it as it stands. Write a value that does not begin with expr=.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'Header', 'RequestHeader')) {
      const found = formatOf(directive, target);
      const word = found === null ? undefined : directive.node.args[found.index];
      if (found === null || word === undefined || found.text === found.kept) continue;
      const place = placeOf(directive);
      const data = { value: `\`${found.text}\`` };
      if (found.kept === null) {
        report(place, 'expression', { data, level: 'error' });
        continue;
      }
      const edits = rewriteArgument(directive, found.index, found.kept);
      report(place, found.kept.startsWith('expr=expr=') ? 'quoted' : 'escaped', {
        data,
        fix: {
          title: 'Keep the value as it stands',
          applicability: 'safe',
          edits,
        },
      });
    }
  },
});

interface Format {
  readonly index: number;
  readonly text: string;
  /** What 2.4 reads as the text; null if there is no such thing. */
  readonly kept: string | null;
}

/** The argument that 2.4 reads as a format. */
function formatOf({ node, name }: Occurrence, target: TargetProfile): Format | null {
  const words = node.args.map(({ value }) => value);
  const isTimed = name === 'header' && /^(?:always|onsuccess)$/i.test(words[0] ?? '');
  const at = isTimed ? 1 : 0;
  const action = words[at]?.toLowerCase() ?? '';
  const isEdit = action === 'edit' || action === 'edit*';
  if (!isEdit && !TAKES_FORMAT.has(action)) return null;
  const index = at + (isEdit ? 3 : 2);
  const text = words[index];
  if (text === undefined || text.includes('${')) return null;
  if (text.startsWith('expr=') && isSince(target, '2.4.10')) {
    return { index, text, kept: keptExpression(text) };
  }
  if (!isEdit) return { index, text, kept: text };
  const replacement = replacementFor24(text);
  return { index, text, kept: isSince(target, '2.4.7') ? asFormat(replacement) : replacement };
}

function keptExpression(text: string): string | null {
  if (text.startsWith('expr=expr=')) return text;
  return text.includes('%') ? null : `expr=${text}`;
}

const TAKES_FORMAT: ReadonlySet<string> = new Set(['set', 'add', 'append', 'merge']);

/** A value that is escaped already stays. */
function asFormat(text: string): string {
  if (/^(?:[^%\\]|%%|\\\\|\\(?![\\rnt]|$))*$/.test(text)) return text;
  return text.replace(/\\(?=[\\rnt]|$)/g, '\\\\').replace(/%/g, '%%');
}
