import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { LayoutName, ServerOptions } from '../types.ts';
import type { Start } from './freebsd-start.ts';
import { freebsdStart } from './freebsd-start.ts';
import type { Layout } from './layouts.ts';
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
  const { environment, names, mpm } =
    (layout === 'freebsd' ? freebsdStart(entry, reader) : null) ?? layoutStart(entry, layout, reader);
  return {
    environment: givenEnvironment(request, environment),
    ...(mpm !== undefined && { mpm }),
    ...readStartNames(request.defines ?? [], names),
  };
}

function layoutStart(entry: string, layout: LayoutName, reader: TreeReader): Start {
  const textOf = (path: string) =>
    readSourced(posix.join(posix.dirname(entry), path), { entry, layout }, reader);
  const known = layoutNamed(layout);
  const { options = null, environment = null } = known ?? {};
  const optionText = options === null ? '' : textOf(options.path);
  const optionSettings = readShellSettings(optionText);
  const words = options === null ? '' : (optionSettings.get(options.variable) ?? '');
  const names = options?.style === 'names' ? readDefineNames(words) : readDefineFlags(words);
  return {
    names,
    environment: environment === null ? optionSettings : readShellSettings(textOf(environment)),
    ...mpmStarted(known, optionText, optionSettings),
  };
}

/** The MPM that the binary of these options has: `HTTPD=/usr/sbin/httpd.worker`, `APACHE_MPM="worker"`. Nothing where they don't show it. */
function mpmStarted(
  layout: Layout | null,
  text: string,
  settings: ReadonlyMap<string, string>,
): Pick<Start, 'mpm'> {
  if (layout?.mpm === undefined || text === '') return {};
  const { variable, ofUnset } = layout.mpm;
  const isSet = new RegExp(`^[^#\n]*\\b${variable}\\+?=`, 'm').test(text);
  // What a branch sets is read as if it was gone through.
  const value = /^\s*(?:if|case|for|while|until)\b/m.test(text) ? undefined : settings.get(variable);
  const name = value || (isSet && value === undefined ? null : ofUnset);
  const mpm = name === '/usr/sbin/httpd' ? ofUnset : /(?:^|\.)(prefork|worker|event)$/.exec(name ?? '')?.[1];
  return mpm ? { mpm: `mpm_${mpm}_module` } : {};
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
