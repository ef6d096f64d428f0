import { moduleFacts } from '../catalog/index.ts';

/** What a 2.2 server has compiled in, as it lists it. */
export interface BuiltIn22 {
  /** Identifiers, in the order of the list: `core_module`. */
  readonly builtIn: readonly string[];
  /** Those among them that only 2.4 has. */
  readonly notIn22: readonly string[];
}

/** `core_module (static)` of -M, `  core.c` of -l. */
const LISTED = /^[ \t]*(?:(\w+_module)[ \t]+\(static\)|(\w+\.c))[ \t]*\r?$/gm;

/** Reads the output of `httpd -M` or of `httpd -l`; what -M lists as shared, and all other lines, are passed over. */
export function readBuiltIn22(output: string): BuiltIn22 {
  const builtIn = [...output.matchAll(LISTED)].map(
    ([, identifier, source = '']) => identifier ?? identifierOf(source),
  );
  const notIn22 = builtIn.filter((identifier) => moduleFacts(identifier)?.in22 === false);
  return { builtIn, notIn22 };
}

/** A third party's source file is most often called as its module. */
function identifierOf(source: string): string {
  return moduleFacts(source)?.identifier ?? `${source.replace(/^mod_|\.c$/g, '')}_module`;
}
