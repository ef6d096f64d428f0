import type { ModelFile, Scope } from '../../model/index.ts';
import type { Node } from '../../syntax/index.ts';
import type { TextEdit } from '../../text/index.ts';
import type { AccessLine } from '../sections/types.ts';

export interface UnitEdit {
  readonly file: ModelFile;
  readonly edit: TextEdit;
}

/** A node in its file. */
export interface NodePlace {
  readonly file: ModelFile;
  readonly node: Node;
}

/** The Limits around the line, outermost first: those around the Include that it came through, too, for Limits are not nested. */
export function limitPlaces({ limits }: AccessLine): readonly NodePlace[] {
  return limits.length === 0 ? NOWHERE : placesOf(limits);
}

const NOWHERE: readonly NodePlace[] = [];

export function placesOf(scopes: readonly Scope[]): NodePlace[] {
  return scopes.flatMap(({ file, node }) => (node === null ? [] : [{ file, node }]));
}

export function edits({ file }: { readonly file: ModelFile }, made: readonly TextEdit[]): UnitEdit[] {
  return made.map((edit) => ({ file, edit }));
}
