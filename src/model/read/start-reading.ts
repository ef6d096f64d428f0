import { usableAssumptions } from '../assumption.ts';
import type { Assumptions } from '../assumption.ts';
import type { Defines } from '../guards/defines.ts';
import type { ServerModules } from '../guards/server-modules.ts';
import type { Places } from '../paths/places.ts';
import type { FileTable } from './file-table.ts';
import type { Welcome } from './welcome.ts';
import type { Pieces } from './pieces.ts';
import type { Reading } from './reading.ts';

export interface ReadingRequest {
  readonly places: Places;
  readonly files: FileTable;
  readonly followsIncludes: boolean;
  readonly resolveInclude: Reading['resolveInclude'];
  readonly root: string;
  readonly defines: Defines;
  readonly modules: ServerModules;
  readonly version24: string | null;
  readonly readBy: '2.2' | '2.4';
  readonly welcome: Welcome;
  readonly assumptions?: Assumptions | undefined;
  readonly earlier?: Pieces | undefined;
  /** Lines of files that are included more than once that are gone through again. */
  readonly mostLines: number;
}

export function startReading(request: ReadingRequest): Reading {
  return {
    ...request,
    assumptions: usableAssumptions(request.assumptions ?? new Map(), request.version24),
    earlier: request.earlier ?? new Map(),
    pieces: new Map(),
    asked: [],
    turns: 0,
    decided: { turns: 0, byArgs: new Map() },
    seq: 0,
    virtualHosts: [],
    moduleLines: [],
    commentedModules: [],
    includes: [],
    served: [],
    overrides: [],
    problems: [],
    unknowns: [],
    told: new Set(),
    repeatable: request.mostLines,
    expandable: request.mostLines,
    valueNames: new Map(),
    pending: [],
  };
}
