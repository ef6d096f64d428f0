import { RED_HAT_FILES } from './data/red-hat-modules.ts';

/** A file of conf.modules.d in Red Hat's packages. */
export interface PackagedModuleFile {
  readonly name: string;
  /** Identifiers, in its order. */
  readonly modules: readonly string[];
  /** Of the httpd package itself: it is there on every such server. */
  readonly isOwn: boolean;
}

/** Those of a release (37 for 2.4.37), by name. */
export function packagedModuleFiles(patch: number): readonly PackagedModuleFile[] {
  return RED_HAT_FILES.filter(({ since = 0, until = Infinity }) => since <= patch && patch < until).map(
    ({ name, modules, isOwn = false }) => ({
      name,
      isOwn,
      modules: modules.split(' ').map((module) => `${module}_module`),
    }),
  );
}
