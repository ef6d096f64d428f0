/** What a given 2.4 server has. Module identifiers are `x_module`. */
export interface TargetProfile {
  /** `stock`, `debian`, `rhel`, or the binary's path. */
  readonly name: string;
  /** Full version where it is known (`--httpd`): 2.4.71. */
  readonly version: string | null;
  /** Compiled in: a LoadModule line for one of these is an error. */
  readonly builtin: ReadonlySet<string>;
  /** Modules that can be loaded: identifier -> file name (`mod_x.so`). */
  readonly loadable: ReadonlyMap<string, string>;
  /** The folder of the module files as this target writes it in LoadModule when the tree gives no example (`modules`, `/usr/lib/apache2/modules`). */
  readonly moduleFolder: string;
  /** The MPM to load when the tree doesn't say which: identifier, or null if one is compiled in. */
  readonly mpm: string | null;
  /** How modules are switched on: LoadModule lines in the tree, or Debian's links in mods-enabled. */
  readonly moduleStyle: 'load-module' | 'debian-links';
  /** The file of media types that mod_mime reads where no TypesConfig names one, relative to ServerRoot; absent if unknown. */
  readonly typesFile?: string;
}
