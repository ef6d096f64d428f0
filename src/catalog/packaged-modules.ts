import { lazy } from '../text/index.ts';
import { modules } from './modules.ts';
import { RED_HAT_FILES } from './data/red-hat-modules.ts';

/** What every 2.2 build has compiled in, however few other modules it has; prefork is its default MPM. */
const BARE = ['core_module', 'mpm_prefork_module', 'http_module', 'so_module'];

const stock = lazy(
  () =>
    new Set(
      modules()
        .filter((facts) => facts.stock22 === 'static' && facts.identifier !== 'mpm_winnt_module')
        .map((facts) => facts.identifier),
    ),
);

/**
 * Debian builds log_config and logio in and all others as files: there is no log_config.load, but a version.load, among its
 * mods-available. Red Hat, SUSE, Gentoo, FreeBSD and Apple ship all modules as files.
 */
const packaged = lazy(
  () =>
    new Map([
      ['debian', new Set([...BARE, 'log_config_module', 'logio_module'])],
      ['rhel', new Set(BARE)],
      ['suse', new Set(BARE)],
      ['gentoo', new Set(BARE)],
      ['freebsd', new Set(BARE)],
      ['macos', new Set(BARE)],
    ]),
);

/**
 * Identifiers of the modules that a 2.2 server of that layout (`debian`, `rhel`, ...) usually has compiled in; any other name
 * stands for a build from source with default options. The MPM among them, prefork, is the default, not the only possibility.
 */
export function staticIn22(layout: string): ReadonlySet<string> {
  return packaged().get(layout) ?? stock();
}

/** A file of conf.modules.d in Red Hat's packages. */
export interface PackagedModuleFile {
  readonly name: string;
  /** Identifiers, in its order. */
  readonly modules: readonly string[];
  /** The package that it comes with; null: httpd's own, so that it is there on every such server. */
  readonly package: string | null;
}

/** Those of a release (37 for 2.4.37), by name. */
export function packagedModuleFiles(patch: number): readonly PackagedModuleFile[] {
  return RED_HAT_FILES.filter(({ since = 0, until = Infinity }) => since <= patch && patch < until).map(
    ({ name, modules: names, package: from = null }) => ({
      name,
      package: from,
      modules: names.split(' ').map((module) => `${module}_module`),
    }),
  );
}
