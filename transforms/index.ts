// All transforms, in the order of their ids. Made by tools/list-transforms.mjs from the files of this folder.
import type { Transform } from '../src/transform/index.ts';
import { convertAccessControl } from './convert-access-control.ts';
import { keepDirectoryMatchEnds } from './keep-directory-match-ends.ts';
import { keepaliveOnOff } from './keepalive-on-off.ts';
import { limitAtServerLevel } from './limit-at-server-level.ts';
import { loadNeededModules } from './load-needed-modules.ts';
import { makeOptionsConsistent } from './make-options-consistent.ts';
import { mutexFamily } from './mutex-family.ts';
import { removeDefaultType } from './remove-default-type.ts';
import { removeNameVirtualHost } from './remove-name-virtual-host.ts';
import { renameMaxClients } from './rename-max-clients.ts';
import { renameMaxRequestsPerChild } from './rename-max-requests-per-child.ts';
import { rewriteLog } from './rewrite-log.ts';

export const transforms: readonly Transform[] = [
  convertAccessControl,
  keepDirectoryMatchEnds,
  keepaliveOnOff,
  limitAtServerLevel,
  loadNeededModules,
  makeOptionsConsistent,
  mutexFamily,
  removeDefaultType,
  removeNameVirtualHost,
  renameMaxClients,
  renameMaxRequestsPerChild,
  rewriteLog,
];
