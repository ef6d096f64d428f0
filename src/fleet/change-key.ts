import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { JsonEdit, JsonMigration } from '../report/index.ts';
import { framed } from './frame.ts';
import type { Frame } from './frame.ts';

export interface ChangeKeys {
  readonly change: string;
  readonly variant: string;
}

/**
 * By what servers are put together in the report: `variant` is the same where all edits, warnings, errors and refusals are; `change` is the
 * same, too, where they differ in nothing but values that an edit carries over (`Allow from 10.1.0.7` to `Require ip 10.1.0.7`), and
 * in the server's own name.
 */
export function changeKeys(report: JsonMigration, exitCode: number, frame: Frame): ChangeKeys {
  const name = posix.basename(frame.folder);
  const anonymous = (text: string) => (name.length < 3 ? text : text.replaceAll(name, '*'));
  const place = (path: string) => anonymous(framed(path, frame));
  const heavy = report.findings.filter(({ level }) => level !== 'info');
  const keyOf = (edit: (one: JsonEdit) => readonly string[], words: (text: string) => string) =>
    shortDigest(
      JSON.stringify([
        exitCode,
        report.files.map((file) => [place(file.path), place(file.newPath), file.edits.map(edit)]),
        report.links.map((link) => [
          link.type,
          place(link.path),
          link.target === null ? null : place(link.target),
        ]),
        [
          ...new Set(
            heavy.map((one) => [one.transform, one.messageId, one.level, place(one.path)].join(' ')),
          ),
        ].toSorted(),
        [...new Set(report.refused.map((one) => words(one.message)))].toSorted(),
      ]),
    );
  return {
    change: keyOf(
      (edit) => withoutCarried(edit.before, edit.after),
      (text) => anonymous(text).replaceAll(/\d+/g, '#'),
    ),
    variant: keyOf(
      ({ before, after }) => [before, after],
      (text) => text,
    ),
  };
}

/** Old and new text, in which words that are in both have numbers for names. Words that go or come keep theirs. */
export function withoutCarried(before: string, after: string): [before: string, after: string] {
  const come = new Set(after.match(WORD));
  const carried = [...new Set(before.match(WORD))].filter((word) => come.has(word) && VALUE.test(word));
  const numbers = new Map(carried.map((word, index) => [word, `#${index}`]));
  const rename = (text: string) => text.replaceAll(WORD, (word) => numbers.get(word) ?? word);
  return [rename(before), rename(after)];
}

const WORD = /[^\s"'<>]+/g;
/** Names of hosts and folders, addresses, numbers: words such as `all` or `valid-user` say what is done. */
const VALUE = /\d|[./:@]/;

/** To be read aloud, and typed. */
function shortDigest(text: string): string {
  return hash('sha256', text).slice(0, 10);
}
