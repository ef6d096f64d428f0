import { posix } from 'node:path';
import { isMpm, moduleFacts, staticIn22 } from '../../catalog/index.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LayoutName, ModelProblem } from '../types.ts';
import { layoutNamed } from './layouts.ts';
import { readShellSettings } from './shell-settings.ts';
import { readSourced } from './sourced-files.ts';

/** The main file of a server, as it was named. */
interface MainFile {
  readonly entry: string;
  readonly layout: LayoutName;
}

interface StartedFile extends MainFile {
  readonly realPath: string;
  /** ServerRoot as the configuration names it. */
  readonly statedRoot: string;
}

/** `-f FILE`, `-C "LINE"`, `-c 'LINE'`: another main file, and lines before and after those of the files. */
const FLAG = /(?:^|\s)-([fCc])\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g;

/** What the shell file of the start script adds to the configuration beside -D names, which are read elsewhere. It is not read, and told. */
export function startProblems(main: StartedFile, reader: TreeReader): ModelProblem[] {
  const options = layoutNamed(main.layout)?.options ?? null;
  if (options === null) return [];
  const settings = readSettings(options.path, main, reader);
  const file = options.path.replace(/^(?:\.\.\/)*/, '');
  const messages = [
    ...(options.style === 'flags' ? flagMessages(settings.get(options.variable) ?? '', main) : []).map(
      (message) => `${options.variable} in ${file} starts the server with ${message}`,
    ),
    ...includeMessages(settings, main, reader),
  ];
  return messages.map((message) => ({
    code: 'start-script',
    level: 'warning',
    message,
    path: main.realPath,
    offset: null,
  }));
}

function readSettings(path: string, main: MainFile, reader: TreeReader): ReadonlyMap<string, string> {
  return readShellSettings(readSourced(posix.join(posix.dirname(main.entry), path), main, reader));
}

function flagMessages(words: string, { entry, statedRoot }: StartedFile): string[] {
  return [...words.matchAll(FLAG)].flatMap(([, flag = '', ...values]) => {
    const value = values.find((each) => each !== undefined) ?? '';
    if (flag !== 'f')
      return [
        `-${flag} \`${value}\`: this line is not read here. Write it into the main file, ${flag === 'C' ? 'above' : 'below'} all others.`,
      ];
    const path = posix.resolve(statedRoot, value);
    const isThis = entry === path || entry.endsWith(path);
    return isThis
      ? []
      : [`-f ${value}: its main file is that one, and not this one. Give that one to have it read.`];
  });
}

/** What SUSE's start script writes into sysconfig.d/include.conf. */
function includeMessages(
  settings: ReadonlyMap<string, string>,
  { entry, layout }: MainFile,
  reader: TreeReader,
): string[] {
  if (layout !== 'suse' || hasGenerated('include.conf', entry, reader)) return [];
  return ['APACHE_CONF_INCLUDE_FILES', 'APACHE_CONF_INCLUDE_DIRS'].flatMap((name) => {
    const value = settings.get(name)?.trim() ?? '';
    if (value === '') return [];
    return [
      `${name} in sysconfig/apache2 has the server include ${value}, by sysconfig.d/include.conf, which is not here: these files are not read. Copy sysconfig.d, too, or write Include lines for them.`,
    ];
  });
}

/** SUSE's start script makes these files anew at each start. */
function hasGenerated(name: string, entry: string, reader: TreeReader): boolean {
  return reader.kindOf(posix.join(posix.dirname(entry), 'sysconfig.d', name)) !== null;
}

/**
 * The modules that SUSE's start script loads by APACHE_MODULES, and those that its server has compiled in, where the file is not here that it
 * writes for them; null where that is not to be seen.
 */
export function modulesOfSuse(main: MainFile, reader: TreeReader): readonly string[] | null {
  const { entry, layout } = main;
  if (layout !== 'suse' || hasGenerated('loadmodule.conf', entry, reader)) return null;
  const settings = readSettings('../sysconfig/apache2', main, reader);
  const names = settings.get('APACHE_MODULES')?.split(/\s+/).filter(Boolean) ?? [];
  if (names.length === 0) return null;
  const loaded = names.map((name) => moduleFacts(`${name}_module`)?.identifier ?? `${name}_module`);
  // Which MPM it has is another variable's matter.
  return [...staticIn22(layout), ...loaded].filter((name) => !isMpm(name));
}
