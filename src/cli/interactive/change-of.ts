import type { Finding, Migration } from '../../migrate/index.ts';
import { onlyPieces } from '../../patch/index.ts';
import type { FilePatch, LinkPatch, PatchSet, Piece, Provenance } from '../../patch/index.ts';
import type { Decision } from './decisions.ts';

type MadePiece = Extract<Piece, { type: 'made' }>;

/** What a decision changes, as a patch set of its own. `all` has every fix made, those for review, too. */
export function changeOf({ findings }: Decision, { patchSet }: Migration): PatchSet {
  const files = patchSet.files.flatMap((patch): FilePatch[] => {
    const wanted = new Set(findings.flatMap((finding) => piecesOf(finding, patch, patchSet)));
    const renames = findings.some((finding) => isBy(finding, patch.renamedBy));
    if (wanted.size === 0 && !renames) return [];
    const only = onlyPieces(patch, (piece) => wanted.has(piece));
    return [renames ? only : { ...only, newPath: patch.path }];
  });
  const links: LinkPatch[] = patchSet.links.filter(({ by }) => findings.some((finding) => isBy(finding, by)));
  return { files, links };
}

/** All pieces of a fix; where the same fix is made several times, the one that is nearest to the finding. */
function piecesOf(finding: Finding, patch: FilePatch, { files }: PatchSet): MadePiece[] {
  const own = madePieces(patch, finding);
  const isOnce = files.every((other) => other === patch || madePieces(other, finding).length === 0);
  if (patch.path !== finding.path) return isOnce ? [] : own.filter(() => finding.span === null);
  const { span } = finding;
  if (span === null) return own;
  const distance = ({ replaces }: MadePiece) =>
    Math.max(0, replaces.start - span.end, span.start - replaces.end);
  const nearest = Math.min(...own.map(distance));
  return own.filter((piece) => distance(piece) === nearest);
}

function madePieces({ pieces }: FilePatch, finding: Finding): MadePiece[] {
  return pieces.flatMap((piece) => {
    return piece.type === 'made' && piece.by.some((by) => isBy(finding, by)) ? [piece] : [];
  });
}

function isBy({ transform, fixTitle }: Finding, by: Provenance | undefined): boolean {
  return by?.transform === transform && by.title === fixTitle;
}
