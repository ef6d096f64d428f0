/** What a server says about itself in answer to -V and -l. */
export interface ServerInfo {
  /** `Apache/2.4.71 (Debian)` -> `2.4.71`; null if this is no httpd's answer. */
  readonly version: string | null;
  /** The compiled-in server root; null if the answer has none. */
  readonly root: string | null;
  /** The file of media types that mod_mime reads by default, relative to the server root; null if the answer has none. */
  readonly typesFile: string | null;
  /** The main file that it reads if none is named: `apache2.conf` as Debian builds it; null if the answer has none. */
  readonly mainFile: string | null;
  /** The program that runs others as their owners; null if the answer has none. */
  readonly suexecProgram: string | null;
  /** Of the compiled-in modules, in the server's order: `mod_so.c`. */
  readonly sourceFiles: readonly string[];
}

/** Reads the output of `httpd -V` and of `httpd -l`; unknown lines are passed over. */
export function readServerInfo(versionOutput: string, listOutput: string): ServerInfo {
  return {
    version: /^Server version:\s+\S+?\/(\d+\.\d+\.\d+)/m.exec(versionOutput)?.[1] ?? null,
    root: /^\s*-D HTTPD_ROOT="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    typesFile: /^\s*-D AP_TYPES_CONFIG_FILE="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    mainFile: /^\s*-D SERVER_CONFIG_FILE="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    suexecProgram: /^\s*-D SUEXEC_BIN="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    sourceFiles: [...listOutput.matchAll(/^[ \t]+(\S+\.c)\r?$/gm)].flatMap((match) => match[1] ?? []),
  };
}
