// All transforms, in the order of their ids. Made by tools/list-transforms.mjs from the files of this folder.
import type { Transform } from '../src/transform/index.ts';
import { convertAccessControl } from './convert-access-control.ts';
import { keepaliveOnOff } from './keepalive-on-off.ts';
import { limitAtServerLevel } from './limit-at-server-level.ts';
import { makeOptionsConsistent } from './make-options-consistent.ts';
import { removeDefaultType } from './remove-default-type.ts';
import { removeNameVirtualHost } from './remove-name-virtual-host.ts';
import { renameMaxClients } from './rename-max-clients.ts';
import { renameMaxRequestsPerChild } from './rename-max-requests-per-child.ts';
import { rewriteLog } from './rewrite-log.ts';

export const transforms: readonly Transform[] = [
  convertAccessControl,
  keepaliveOnOff,
  limitAtServerLevel,
  makeOptionsConsistent,
  removeDefaultType,
  removeNameVirtualHost,
  renameMaxClients,
  renameMaxRequestsPerChild,
  rewriteLog,
];
