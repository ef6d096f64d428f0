import { placeholdersIn } from '../placeholders.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';

/** What a folder or file of that name, which a variable or a template leaves open, keeps from being known. */
export type OpenPlace = 'include' | 'folder' | 'access-file';

/** What to tell of a path that is left open; null if it is not. */
export function openPlace(item: Occurrence | Scope, written: string, what: OpenPlace): Unknown | null {
  const [placeholder] = placeholdersIn(written, item);
  if (placeholder === undefined) return null;
  const { kind, text } = placeholder;
  const { node, file } = item;
  const line = node === null ? null : 'open' in node ? node.open : node;
  return {
    kind,
    path: file.path,
    offset: line?.name.span.start ?? null,
    subject: text,
    below: what === 'folder' ? written : null,
    message: `${sayUnknown(text, kind)} ${CONSEQUENCES[what](written)} ${remedy(text, kind)}`,
    bearing: 'access',
  };
}

const CONSEQUENCES: Readonly<Record<OpenPlace, (written: string) => string>> = {
  include: (written) => `${written} can't be read, and what is in it is neither migrated nor known.`,
  folder: (written) =>
    `${written} is served and may hold .htaccess files: they are neither looked for nor migrated.`,
  'access-file': (written) => `Files named ${written} count as .htaccess files: they are not looked for.`,
};

function sayUnknown(text: string, kind: 'value' | 'template'): string {
  return kind === 'value'
    ? `${text} has no value here.`
    : `What a template puts in place of ${text} is not known.`;
}

function remedy(text: string, kind: 'value' | 'template'): string {
  return kind === 'value'
    ? `Say what the server has: --env ${text.slice(2, -1)}=VALUE or --env-file FILE.`
    : 'Give the files that the template makes.';
}
