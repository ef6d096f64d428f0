import type { Defines } from '../guards/defines.ts';
import type { ServerModules } from '../guards/server-modules.ts';
import type { Places } from '../paths/places.ts';
import type { FileTable } from './file-table.ts';
import type { Reading } from './reading.ts';

/** How many bytes of files that were read already are gone through again: 600 times the longest blacklist that was seen. */
const MOST_REPEATED_BYTES = 256 * 1024 * 1024;

export interface ReadingRequest {
  readonly places: Places;
  readonly files: FileTable;
  readonly followsIncludes: boolean;
  readonly root: string;
  readonly defines: Defines;
  readonly modules: ServerModules;
  readonly version24: string | null;
}

export function startReading(request: ReadingRequest): Reading {
  return {
    ...request,
    seq: 0,
    virtualHosts: [],
    moduleLines: [],
    commentedModules: [],
    includes: [],
    served: [],
    overrides: [],
    problems: [],
    told: new Set(),
    repeatable: MOST_REPEATED_BYTES,
    pending: [],
  };
}
