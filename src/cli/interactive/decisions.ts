import type { Finding, Migration } from '../../migrate/index.ts';
import type { Transform } from '../../transform/index.ts';

/**
 * One thing to decide. `access`: the access rules of the tree, which stand or fall together; `needed`: without it 2.4 does not start, or
 * answers differently, so it can't be left out alone; `free`: either way 2.4 starts and lets in the same people.
 */
export interface Decision {
  readonly kind: 'access' | 'needed' | 'free';
  readonly id: string;
  /** One, or for `access` all that belong together. */
  readonly findings: readonly Finding[];
}

/** What a fix is known by in every run on the same tree. */
export function fixId(fix: {
  readonly transform: string;
  readonly messageId: string;
  readonly title: string;
  readonly path: string;
  readonly start: number | null;
}): string {
  return JSON.stringify([fix.transform, fix.messageId, fix.title, fix.path, fix.start]);
}

export const ACCESS_ID = 'access';

/** What there is to decide about a migration whose fixes for review are held back, in the order in which it is asked. */
export function decisionsOf({ findings }: Migration, transforms: readonly Transform[]): Decision[] {
  const known = new Map(transforms.map((transform) => [transform.id, transform]));
  const fixes = findings.filter(
    ({ fixTitle, applied, applicability }) => fixTitle !== null && (applied || applicability === 'review'),
  );
  const isAccess = ({ transform, applied }: Finding) => applied && known.get(transform)?.stage === 'access';
  const access = fixes.filter(isAccess);
  const single = fixes
    .filter((finding) => !isAccess(finding))
    .map((finding): Decision => {
      const kind = isFree(finding, known.get(finding.transform)) ? 'free' : 'needed';
      return { kind, id: findingId(finding), findings: [finding] };
    });
  const distinct = [...new Map(single.map((decision) => [decision.id, decision])).values()];
  const rank = ({ kind, findings: [first] }: Decision) =>
    kind === 'needed' ? 0 : first?.applied === true ? 1 : 2;
  return [
    ...(access.length > 0 ? [{ kind: 'access', id: ACCESS_ID, findings: access } as const] : []),
    ...distinct.toSorted((a, b) => rank(a) - rank(b)),
  ];
}

function findingId({ transform, messageId, fixTitle, path, span }: Finding): string {
  return fixId({ transform, messageId, title: fixTitle ?? '', path, start: span?.start ?? null });
}

/** Not where the tree is laid out anew (names and folders that go together), nor what .htaccess files depend on. */
function isFree(finding: Finding, transform: Transform | undefined): boolean {
  if (!finding.applied) return true;
  if (transform === undefined || NEEDED.has(transform.id)) return false;
  const { stage, keptForDual, isListed } = transform;
  return stage === 'defaults' || (stage === 'directives' && (keptForDual === true || isListed === true));
}

const NEEDED: ReadonlySet<string> = new Set(['default-allow-override', 'include-optional']);
