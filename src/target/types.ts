/** Whose package or build a server is: what decides where modules and files lie. `source`: built from httpd's own sources. */
export type TargetFamily = 'source' | 'debian' | 'rhel' | 'suse' | 'alpine' | 'freebsd' | 'macos' | 'windows';

/** What a given 2.4 server has. Module identifiers are `x_module`. */
export interface TargetProfile {
  /** `stock`, `debian12`, `2.4.37`, or the binary's path or command. */
  readonly name: string;
  /** 2.4.71: as the binary says, or the release that the system came with. */
  readonly version: string;
  /** How it is run, where `name` is not the path of a program but a command. */
  readonly words?: readonly string[];
  readonly family: TargetFamily;
  /** Compiled in: a LoadModule line for one of these is an error. */
  readonly builtin: ReadonlySet<string>;
  /** Modules that can be loaded: identifier -> file name (`mod_x.so`). */
  readonly loadable: ReadonlyMap<string, string>;
  /** The folder of the module files as this target writes it in LoadModule when the tree gives no example (`modules`, `/usr/lib/apache2/modules`). */
  readonly moduleFolder: string;
  /** The MPM to load when the tree doesn't say which: identifier, or null if one is compiled in. */
  readonly mpm: string | null;
  /** Such a build may have any MPM compiled in, so that `mpm` is loaded only where it has none; absent if that is known. */
  readonly mayHaveBuiltinMpm?: true;
  /** How modules are switched on: LoadModule lines in the tree, Debian's links in mods-enabled, or Red Hat's files in conf.modules.d. */
  readonly moduleStyle: 'load-module' | 'debian-links' | 'conf-modules';
  /** The file of media types that mod_mime reads where no TypesConfig names one, relative to ServerRoot; absent if unknown. */
  readonly typesFile?: string;
  /** Of `loadable`, those that such a build may lack: what is built depends on libraries that were there. */
  readonly uncertain?: ReadonlySet<string>;
  /** Of `loadable`, those that come in a package beside the server's, which somebody has to install: identifier -> package. */
  readonly apart?: ReadonlyMap<string, string>;
  /** The program suexec as this server finds it: whether SuexecUserGroup is taken, or 2.4 does not start; absent if that can't be seen. */
  readonly suexec?: { readonly program: string; readonly isUsable: boolean };
  /** Names newer than `version` that the binary takes all the same (LateName.name): its packager added later fixes. */
  readonly backports?: ReadonlySet<string>;
}
