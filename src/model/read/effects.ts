import { decodePath, resolvePath } from '../paths/config-path.ts';
import { SERVING_DIRECTIVES } from '../htaccess/served-folders.ts';
import type { Occurrence } from '../types.ts';
import { startInclude } from './follow-include.ts';
import type { Reading } from './reading.ts';
import type { Surroundings } from './surroundings.ts';
import { noteValueName } from './reading.ts';

const OVERRIDES = ['allowoverride', 'allowoverridelist', 'accessfilename'];

type Effect = (occurrence: Occurrence, around: Surroundings, reading: Reading) => void;

/**
 * Directives that the server obeys while it reads (EXEC_ON_READ), which decide what the lines below them mean, and those that
 * are noted for the search for .htaccess files.
 */
const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['include', turning(startInclude)],
  ['includeoptional', turning(startInclude)],
  ['loadmodule', turning(loadModule)],
  ['serverroot', turning(setRoot)],
  ['define', turning(define)],
  ['undefine', turning(undefine)],
  ...SERVING_DIRECTIVES.map((name): [string, Effect] => [
    name,
    (line, _, { served }) => void served.push(line),
  ]),
  ...OVERRIDES.map((name): [string, Effect] => [name, (line, _, { overrides }) => void overrides.push(line)]),
]);

function turning(effect: Effect): Effect {
  return (occurrence, around, reading) => {
    reading.turns++;
    effect(occurrence, around, reading);
  };
}

/** Does to the reading what the directive does to the server; none of it can be done from a .htaccess file. */
export function takeEffect(occurrence: Occurrence, around: Surroundings, reading: Reading): void {
  const effect = EFFECTS.get(occurrence.name);
  if (effect !== undefined && occurrence.file.role === 'config') effect(occurrence, around, reading);
}

function loadModule(occurrence: Occurrence, _around: Surroundings, { modules, moduleLines }: Reading): void {
  const [identifier, modulePath] = occurrence.args;
  if (identifier === undefined || modulePath === undefined) return;
  modules.load(identifier, modulePath, occurrence.on22, occurrence.on24);
  moduleLines.push({ identifier, modulePath, occurrence });
}

function setRoot({ args: [root], on22 }: Occurrence, _around: Surroundings, reading: Reading): void {
  if (root && on22 !== 'no') reading.root = resolvePath(reading.root, decodePath(root));
}

function define(line: Occurrence, _around: Surroundings, { defines, valueNames }: Reading): void {
  const {
    args: [name, value],
    on22,
    on24,
  } = line;
  if (name === undefined) return;
  defines.define(name, value, on22, on24);
  noteValueName(valueNames, name, line);
}

function undefine(
  { args: [name], on22, on24 }: Occurrence,
  _around: Surroundings,
  { defines }: Reading,
): void {
  if (name !== undefined) defines.undefine(name, on22, on24);
}
