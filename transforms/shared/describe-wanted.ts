import type { WantedRules } from '../../src/access/index.ts';

const MOST_WANTED_SHOWN = 3;

/** The first of the rules that would each be right somewhere: enough to see what differs. */
export function describeWanted(wanted: readonly WantedRules[]): string {
  const shown = wanted.slice(0, MOST_WANTED_SHOWN);
  const texts = shown.map((each) => {
    const lines = each.lines.map((line) => line.trim());
    return `In ${describePlace(each, shown)} it would be: ${lines.join('; ')}.`;
  });
  return texts.join(' ');
}

function describePlace(each: WantedRules, shown: readonly WantedRules[]): string {
  const { host, folder, address, fileName, proxied } = each;
  const isElsewhere = shown.some((other) => other.folder === folder && other.address !== address);
  return [
    folder ?? (proxied === null ? 'a proxied address' : `what is proxied to ${proxied}`),
    ...(isElsewhere && address !== null ? [`at ${address}`] : []),
    ...(host === null ? [] : [`on ${host}`]),
    ...(fileName === null ? [] : [`for ${fileName}`]),
    ...describePatterns(each, shown),
  ].join(' ');
}

/** The patterns that have another answer for the others. */
function describePatterns({ patterns }: WantedRules, shown: readonly WantedRules[]): string[] {
  const telling = [...patterns].filter(([text, isMatched]) =>
    shown.some((other) => (other.patterns.get(text) ?? isMatched) !== isMatched),
  );
  return telling.map(([text, isMatched], i) =>
    [i === 0 ? 'where' : 'and', text, isMatched ? 'matches' : 'does not match'].join(' '),
  );
}
