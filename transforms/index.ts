// All transforms, in the order of their ids. Made by tools/list-transforms.mjs from the files of this folder.
import type { Transform } from '../src/transform/index.ts';
import { renameMaxClients } from './rename-max-clients.ts';
import { renameMaxRequestsPerChild } from './rename-max-requests-per-child.ts';

export const transforms: readonly Transform[] = [renameMaxClients, renameMaxRequestsPerChild];
