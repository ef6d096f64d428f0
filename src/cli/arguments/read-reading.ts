import type { ReadOptions } from '../command.ts';
import { textOption } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { readDefines } from './read-defines.ts';
import { readEnvironment } from './read-environment.ts';
import { readMaps } from './read-maps.ts';
import { readTemplate } from './read-template.ts';

/** How a tree is to be read, as all commands that read one are told. @throws UsageError */
export function readReading(given: GivenOptions): ReadOptions {
  return {
    defines: readDefines(given),
    environment: readEnvironment(given),
    modules: textOption(given, 'modules'),
    serverRoot: textOption(given, 'server-root'),
    maps: readMaps(given),
    ...readTemplate(given),
  };
}
