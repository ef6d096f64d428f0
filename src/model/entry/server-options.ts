import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { LayoutName, ServerOptions } from '../types.ts';
import { layoutNamed } from './layouts.ts';
import { readDefineFlags, readShellSettings } from './shell-settings.ts';

/** What the request says, completed by Debian's envvars and by the option file of the layout's start script. */
export function serverOptions(
  request: ModelRequest,
  entry: string,
  layout: LayoutName,
  reader: TreeReader,
): ServerOptions {
  const settingsOf = (path: string) => {
    const read = reader.readFile(posix.join(posix.dirname(entry), path));
    return 'failure' in read ? new Map<string, string>() : readShellSettings(read.text);
  };
  const options = layoutNamed(layout)?.options ?? null;
  const words = options === null ? '' : (settingsOf(options.path).get(options.variable) ?? '');
  const names = options?.style === 'names' ? words.split(/\s+/).filter(Boolean) : readDefineFlags(words);
  const environment = new Map(layout === 'debian' ? settingsOf('envvars') : []);
  return {
    environment: givenEnvironment(request, environment),
    defines: [...new Set([...(request.defines ?? []), ...names])],
  };
}

/** The request's own variables over the others. */
export function givenEnvironment(
  { environment }: ModelRequest,
  others: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const merged = new Map(others);
  for (const [name, value] of Object.entries(environment ?? {})) {
    if (value !== undefined) merged.set(name, Buffer.from(value, 'utf8').toString('latin1'));
  }
  return merged;
}
