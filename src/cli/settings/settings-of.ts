import type { MigrateCommand } from '../command.ts';

/** A command's settings as a settings file holds them, each with its value; null where there is none. */
export function settingsOf(command: MigrateCommand): Readonly<Record<string, unknown>> {
  const { environment, maps, assumptions, terminal, configtest, many } = command;
  const pairs = (list: Iterable<readonly [string, string]>) => Object.fromEntries(list);
  const all = {
    target: command.httpd === null ? (command.target ?? 'auto') : null,
    httpd: command.httpd,
    configtest:
      configtest === null
        ? null
        : configtest.type === 'command'
          ? configtest.command
          : configtest.type === 'start'
            ? 'start'
            : '-t',
    access: command.access,
    semantics: command.semantics,
    dual: command.dual,
    D: command.defines,
    env: environment.values,
    'env-file': environment.files,
    modules: command.modules,
    'server-root': command.serverRoot,
    map: pairs(maps.map(({ from, to }) => [from, to])),
    template: command.template,
    assume: pairs(assumptions),
    as: command.readAs,
    apply: command.apply,
    only: command.only,
    skip: command.skip,
    format: command.format ?? 'text',
    output: command.outputs.map(({ path }) => path),
    each: many.isEach,
    jobs: many.jobs,
    'all-or-none': many.isAllOrNone,
    cache: many.hasCache ? many.cache : false,
    timings: command.timings,
    color: terminal.color,
    quiet: terminal.quiet,
    verbose: terminal.verbose,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
