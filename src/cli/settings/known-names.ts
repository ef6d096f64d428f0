import { nearestName } from '../../text/index.ts';
import { nearestTarget, targetNames, targetProfile } from '../../target/index.ts';
import { transforms } from '../../../transforms/index.ts';

/** What is wrong with the name of a target; null if it is one. */
export function wrongTarget(name: string): string | null {
  if (name === 'auto' || targetProfile(name) !== null) return null;
  const nearest = nearestTarget(name);
  const hint =
    nearest === null ? `it is auto, 2.4.N or one of ${targetNames.join(', ')}` : `did you mean ${nearest}?`;
  return `no target ${name}; ${hint}`;
}

/** What is wrong with the first of these names that is no transform's; null if all are. */
export function wrongRules(ids: readonly string[]): string | null {
  const unknown = ids.find((id) => transforms.every((transform) => transform.id !== id));
  return unknown === undefined ? null : unknownTransform(unknown);
}

/** More are no help. */
const MOST_SUGGESTED = 4;

function unknownTransform(id: string): string {
  const ids = transforms.map((transform) => transform.id);
  const begun = ids.filter((name) => name.startsWith(id));
  const alike = begun.length > 0 ? begun : ids.filter((name) => name.includes(id));
  const nearest = alike.length === 0 || alike.length > MOST_SUGGESTED ? nearestName(id, ids) : null;
  const meant = nearest === null ? alike : [nearest];
  const isFew = meant.length > 0 && meant.length <= MOST_SUGGESTED;
  return `no transform ${id}; ${isFew ? `did you mean ${meant.join(' or ')}?` : 'httpd-codemod rules lists them'}`;
}
