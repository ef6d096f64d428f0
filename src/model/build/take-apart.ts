import type { ScopeDraft } from '../read/drafts.ts';
import type { Pieces } from '../read/pieces.ts';
import { startIndex, takeIndex } from '../item-index.ts';
import type { Indexed } from '../item-index.ts';
import type { ServerModel } from '../types.ts';

/** What is left of a model for the one after it. */
export interface Remains {
  readonly pieces: Pieces;
  /** Null if it was never asked for. */
  readonly index: Indexed | null;
}

interface Parts {
  readonly main: ScopeDraft;
  readonly pieces: Pieces;
}

const partsOf = new WeakMap<ServerModel, Parts>();

/** @param earlier what the model was made with */
export function keepPieces(model: ServerModel, parts: Parts, earlier: Remains): void {
  partsOf.set(model, parts);
  startIndex(model, earlier.index);
}

/** What a model that comes after this one can take over. Nothing else may be asked of this one any more: it is empty then. */
export function takeApart(model: ServerModel): Remains {
  const parts = partsOf.get(model);
  if (parts === undefined) return nothing();
  partsOf.delete(model);
  const { items } = parts.main;
  parts.main.items = [];
  return { pieces: parts.pieces, index: takeIndex(model, items) };
}

export function nothing(): Remains {
  return { pieces: new Map(), index: null };
}

/** No later model takes anything over from this one, which stays whole: what is kept for that is dropped. */
export function keepWhole(model: ServerModel): void {
  partsOf.get(model)?.pieces.clear();
  partsOf.delete(model);
}
