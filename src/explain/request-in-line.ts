/** What a line of an error log says of the request that it is about. */
export interface LoggedRequest {
  readonly client: string;
  /** The address asked for, or null where the line has only a file, or neither. */
  readonly urlPath: string | null;
  /** The file that it led to. */
  readonly file: string | null;
}

/** Null where the line names no client. */
export function requestInLine(line: string): LoggedRequest | null {
  const [, address] = /\[(?:remote|client) ([^\]\s]+)\]/.exec(line) ?? [];
  if (address === undefined) return null;
  const [, path = null] = PATH.exec(line) ?? [];
  const isFile = path !== null && NAMES_FILE.test(line);
  return { client: withoutPort(address, line), urlPath: isFile ? null : path, file: isFile ? path : null };
}

/** Behind the message, up to what comes after it. */
const PATH = /(?::| for| to| uri| URI)\s+"?(\/[^\s",]*)/;

/** These name what the address was led to (`r->filename`); the messages about passwords name the address (`r->uri`). */
const NAMES_FILE =
  /client denied by server configuration|does not exist|because search permissions are missing|Symbolic link not allowed|[Dd]irectory index forbidden|access to \S+ failed|cannot read directory|Options ExecCGI is off/;

/** 2.4 writes the port behind the address, of IPv6 without brackets; 2.2 wrote none. */
function withoutPort(address: string, line: string): string {
  const isOf24 = /\bAH\d{5}\b|\[pid \d+/.test(line);
  return isOf24 || /^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address;
}
