import { isUnder } from './config-path.ts';
import type { Places } from './places.ts';
import type { Relocation } from './relocation.ts';

/** Places of which some folders lie elsewhere. @param mapped the places that these folders have in their copies */
export function mappedPlaces(places: Places, mapped: Places, maps: readonly Relocation[]): Places {
  const of = (path: string): Places => (maps.some(({ from }) => isUnder(path, from)) ? mapped : places);
  return {
    readFile: (path) => of(path).readFile(path),
    readStart: (path, most) => of(path).readStart(path, most),
    list: (path) => of(path).list(path),
    kindOf: (path) => of(path).kindOf(path),
    realPath: (path) => of(path).realPath(path),
    readLink: (path) => places.readLink(path),
  };
}
