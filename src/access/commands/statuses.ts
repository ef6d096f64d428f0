type Range = readonly [first: number, last: number];

/** The statuses that a server has a line for (`status_lines`, modules/http/http_protocol.c): those of 2.2.34 and 2.4.71, asked of them. */
const KNOWN: Readonly<Record<'2.2' | '2.4', readonly Range[]>> = {
  '2.2': [
    [100, 102],
    [200, 207],
    [300, 307],
    [400, 426],
    [500, 510],
  ],
  '2.4': [
    [100, 103],
    [200, 208],
    [226, 226],
    [300, 305],
    [307, 308],
    [400, 417],
    [421, 424],
    [426, 426],
    [428, 429],
    [431, 431],
    [451, 451],
    [500, 508],
    [510, 511],
  ],
};

/** Whether `ap_index_of_response` finds the status. */
export function isKnownStatus(status: number, version: '2.2' | '2.4'): boolean {
  return KNOWN[version].some(([first, last]) => status >= first && status <= last);
}

/** As `atoi` and `strtol` read a number: as far as there are digits; 0 where there are none. */
export function leadingNumber(word: string): number {
  return Number(/^\s*([+-]?\d+)/.exec(word)?.[1] ?? 0);
}

/** What Redirect takes for a number (`add_redirect_internal`, mod_alias.c). */
export const STATUS_WORDS: Readonly<Record<string, number>> = {
  permanent: 301,
  temp: 302,
  seeother: 303,
  gone: 410,
};

/** `ap_is_HTTP_REDIRECT`. */
export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400;
}
