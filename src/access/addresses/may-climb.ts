/**
 * Whether a part that is put into a target can become a `..`. An address has none as a component of its own (`ap_getparents`), but
 * `/q../x` has one for the group of `^/q(.*)`. Parts of conditions and variables are taken for names, but for those that a client
 * may write as it likes.
 */
export function mayClimb(pattern: string, target: string): boolean {
  const parts = [...target.matchAll(/[/.](?:\$(\d)|%\{(?:QUERY_STRING|HTTP_(?!HOST\})[^}]*)\}|%\d)/gi)];
  if (parts.length === 0) return false;
  const isSafe = [...pattern.matchAll(/(?<!\\)\((?!\?)/g)].map(({ index }) => isSafeGroup(pattern, index));
  return parts.some(
    ([, group]) => group === undefined || (group !== '0' && isSafe[Number(group) - 1] !== true),
  );
}

/** Whether what the group at an index matches has no dots, or begins and ends where a component of the address does. */
function isSafeGroup(pattern: string, index: number): boolean {
  const body = pattern.slice(index, pattern.indexOf(')', index) + 1);
  if (!/[.[\\]/.test(body.replace(WITHOUT_DOTS, ''))) return true;
  const before = pattern.slice(0, index).replace(/\(+$/, '');
  if (before === '' || before === '^') return /^\(+(?:\.[*+]|\/)/.test(body);
  const isAtStart = /(?:^|[^\\])\/[?*+]?$/.test(before);
  // Less than the whole of `..x` could be `..`.
  return isAtStart && (/[*+]\)$/.test(body) || /^\)*(?:\$|\/)/.test(pattern.slice(index + body.length)));
}

/** Classes, and letters behind a backslash, that no dot is among. */
const WITHOUT_DOTS = /\[(?:[a-zA-Z]-[a-zA-Z]|\d-\d|\\[dw]|[\w%+~]|-(?=\]))+\]|\\[dw]/g;
