import type { ScopeDraft } from '../read/drafts.ts';
import type { Pieces } from '../read/pieces.ts';
import type { ServerModel } from '../types.ts';

interface Parts {
  readonly main: ScopeDraft;
  readonly pieces: Pieces;
}

const partsOf = new WeakMap<ServerModel, Parts>();

export function keepPieces(model: ServerModel, main: ScopeDraft, pieces: Pieces): void {
  partsOf.set(model, { main, pieces });
}

/** What a model that comes after this one can take over. Nothing else may be asked of this one any more: it is empty then. */
export function takeApart(model: ServerModel): Pieces {
  const parts = partsOf.get(model);
  if (parts === undefined) return new Map();
  partsOf.delete(model);
  parts.main.items.length = 0;
  return parts.pieces;
}

/** No later model takes anything over from this one, which stays whole: what is kept for that is dropped. */
export function keepWhole(model: ServerModel): void {
  partsOf.get(model)?.pieces.clear();
  partsOf.delete(model);
}
