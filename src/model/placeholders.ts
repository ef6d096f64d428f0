import { findPlaceholders } from '../syntax/index.ts';
import type { Placeholder } from '../syntax/index.ts';
import type { ModelFile } from './types.ts';

/** What is put in when a server reads a text of the file, by the engine whose template the file is taken for. */
export function placeholdersIn(text: string, { file }: { readonly file: ModelFile }): Placeholder[] {
  return findPlaceholders(text, file.document.engine);
}

export function isFilledIn(text: string, place: { readonly file: ModelFile }): boolean {
  return placeholdersIn(text, place).length > 0;
}
