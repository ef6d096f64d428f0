import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { LayoutName, ServerOptions } from '../types.ts';
import type { Start } from './freebsd-start.ts';
import { freebsdStart } from './freebsd-start.ts';
import { layoutNamed } from './layouts.ts';
import { readDefineFlags, readDefineNames, readShellSettings } from './shell-settings.ts';
import { readSourced } from './sourced-files.ts';
import { readStartNames } from './start-names.ts';

/** What the request says, completed by the shell files that the layout's start script reads. */
export function serverOptions(
  request: ModelRequest,
  entry: string,
  layout: LayoutName,
  reader: TreeReader,
): ServerOptions {
  const { environment, names } =
    (layout === 'freebsd' ? freebsdStart(entry, reader) : null) ?? layoutStart(entry, layout, reader);
  return {
    environment: givenEnvironment(request, environment),
    ...readStartNames(request.defines ?? [], names),
  };
}

function layoutStart(entry: string, layout: LayoutName, reader: TreeReader): Start {
  const settingsOf = (path: string) => {
    const file = posix.join(posix.dirname(entry), path);
    return readShellSettings(readSourced(file, { entry, layout }, reader));
  };
  const { options = null, environment = null } = layoutNamed(layout) ?? {};
  const optionSettings = options === null ? new Map<string, string>() : settingsOf(options.path);
  const words = options === null ? '' : (optionSettings.get(options.variable) ?? '');
  const names = options?.style === 'names' ? readDefineNames(words) : readDefineFlags(words);
  return { names, environment: environment === null ? optionSettings : settingsOf(environment) };
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
