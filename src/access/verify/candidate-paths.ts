import type { Flow } from '../chains/index.ts';
import { sampleText, sampleWildcard } from '../addresses/index.ts';

/** More are not tried for one difference. */
const MOST_PATHS = 80;

/** URL paths of a flow's requests, the plainest first: made of its address, its file name, and what its patterns match. */
export function candidatePaths(flow: Flow): string[] {
  const { address, folder, fileName } = flow.about;
  if (address === null) return [];
  const base = address === '/' ? '' : address;
  const samples = samplesOf(flow);
  const named = (kind: SampleKind): string[] => textsOf(samples, kind);
  const names = fileName === null ? [...named('file'), 'example.html', 'example.txt'] : [fileName];
  const folders = [
    base,
    ...named('address').flatMap((text) => (text.startsWith(`${base}/`) ? [text] : [base + slashed(text)])),
    ...named('path').map((text) => base + behind(text, folder)),
    `${base}/example`,
  ];
  const plain = folders.flatMap((path) => [path.replace(/\/?$/, '/'), path]);
  const files = folders.flatMap((path) => names.map((name) => `${path.replace(/\/$/, '')}/${name}`));
  const all = fileName === null ? [...plain, ...files] : files;
  return [...new Set(all.filter((path) => path.startsWith('/')))].slice(0, MOST_PATHS);
}

/** A name of a file for each Files section that a flow's requests may meet. */
export function sampleNames(flow: Flow): readonly string[] {
  return textsOf(samplesOf(flow), 'file');
}

type SampleKind = 'file' | 'address' | 'path';
type Sample = ReturnType<typeof readChoice>;

function samplesOf(flow: Flow): readonly Sample[] {
  const choices = [...flow.inputs, flow].flatMap(({ events }) => events.flatMap((event) => event.choices));
  return [...new Set(choices)].map(readChoice);
}

function textsOf(samples: readonly Sample[], kind: SampleKind): string[] {
  return samples.flatMap((each) => (each.kind === kind && each.text !== null ? [each.text] : []));
}

/** What the pattern of a choice is matched against, and a text that it matches. */
function readChoice(choice: string): { readonly kind: string; readonly text: string | null } {
  const blank = choice.indexOf(' ');
  const word = choice.slice(0, blank);
  const pattern = choice.slice(blank + 1);
  const isWildcard = word.endsWith('*');
  return {
    kind: isWildcard ? word.slice(0, -1) : word,
    text: isWildcard ? sampleWildcard(pattern) : sampleText(pattern),
  };
}

function slashed(text: string): string {
  return text.startsWith('/') ? text : `/${text}`;
}

/** What of a path lies in the folder. */
function behind(path: string, folder: string | null): string {
  return slashed(folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length) : path);
}
