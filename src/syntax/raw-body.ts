import type { Span } from '../text/index.ts';
import { type Dialect, readLogicalLine } from './logical-line.ts';
import type { CloseLine, OpenLine, SyntaxDiagnostic } from './nodes.ts';
import { readCommandLine } from './read-line.ts';

/** Sections whose module reads the body itself: mod_perl's, and mod_lua's hooks and handlers. */
const RAW_SECTION = /^(perl|lua\w*)$/;

/** @param name in lower case */
export function hasRawBody(name: string): boolean {
  return RAW_SECTION.test(name);
}

/**
 * The body goes on to the first line that is the closing one, else to the end of the file; `<` in it means nothing
 * (modperl_cmd_perl in modperl_cmd.c, direct_chunkreader in mod_lua.c).
 */
export function readRawBody(
  text: string,
  open: OpenLine,
  dialect: Dialect,
  diagnostics: SyntaxDiagnostic[],
): { body: Span; close: CloseLine | null } {
  const closing = `</${open.name.value.toLowerCase()}>`;
  const start = open.span.end;
  for (let at = start; at < text.length;) {
    const line = readLogicalLine(text, at, dialect);
    if (line.text.slice(0, closing.length).toLowerCase() === closing) {
      const { span, name } = readCommandLine(line, { start: at, end: line.end }, diagnostics);
      return { body: { start, end: at }, close: { span, name } };
    }
    at = line.end;
  }
  return { body: { start, end: text.length }, close: null };
}
