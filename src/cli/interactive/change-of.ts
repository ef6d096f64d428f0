import type { Finding, Migration } from '../../migrate/index.ts';
import { onlyPieces } from '../../patch/index.ts';
import type { FilePatch, PatchSet, Piece, Provenance } from '../../patch/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { Decision } from './decisions.ts';

type MadePiece = Extract<Piece, { type: 'made' }>;

/** What a decision changes, as a patch set of its own. */
export function changeOf({ findings }: Decision, { patchSet }: Migration): PatchSet {
  const authors = new Set(findings.map(({ transform, fixTitle }) => authorKey(transform, fixTitle ?? '')));
  const isOwn = (by: Provenance | undefined) =>
    by !== undefined && authors.has(authorKey(by.transform, by.title));
  const wanted = new Set(findings.flatMap((finding) => piecesOf(finding, patchSet)));
  const files = patchSet.files.flatMap((patch): FilePatch[] => {
    const isRenamed = patch.path !== patch.newPath && isOwn(patch.renamedBy);
    const isChanged = patch.pieces.some((piece) => piece.type === 'made' && wanted.has(piece));
    if (!isRenamed && !isChanged) return [];
    const only = onlyPieces(patch, (piece) => wanted.has(piece));
    return [isRenamed ? only : { ...only, newPath: patch.path }];
  });
  return { files, links: patchSet.links.filter(({ by }) => isOwn(by)) };
}

/** All pieces of a fix; where the same fix is made several times, the one that is nearest to the finding. */
function piecesOf({ transform, fixTitle, path, span }: Finding, patchSet: PatchSet): readonly MadePiece[] {
  const made = piecesByAuthor(patchSet).get(authorKey(transform, fixTitle ?? ''));
  if (made === undefined) return [];
  const [only] = made.values();
  const own = made.get(path) ?? (made.size === 1 ? only : undefined) ?? [];
  if (span === null || !made.has(path)) return own;
  const distance = ({ replaces }: MadePiece) =>
    Math.max(0, replaces.start - span.end, span.start - replaces.end);
  const nearest = own.reduce((least, piece) => Math.min(least, distance(piece)), Infinity);
  return own.filter((piece) => distance(piece) === nearest);
}

/** By who made them, then by file: a tree with thousands of changes is asked about each. */
const piecesByAuthor = rememberWeakly(
  ({ files }: PatchSet): ReadonlyMap<string, Map<string, MadePiece[]>> => {
    const found = new Map<string, Map<string, MadePiece[]>>();
    for (const { path, pieces } of files) {
      for (const piece of pieces) {
        for (const by of piece.type === 'made' ? piece.by : []) {
          const key = authorKey(by.transform, by.title);
          const ofFiles = found.get(key) ?? new Map<string, MadePiece[]>();
          found.set(key, ofFiles);
          const ofFile = ofFiles.get(path) ?? [];
          ofFiles.set(path, ofFile);
          if (piece.type === 'made') ofFile.push(piece);
        }
      }
    }
    return found;
  },
);

function authorKey(transform: string, title: string): string {
  return `${transform}\0${title}`;
}
