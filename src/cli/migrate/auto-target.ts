import { surveyTree } from '../../model/index.ts';
import type { LayoutName, ModelRequest, TreeReader } from '../../model/index.ts';
import { findServer, targetProfile } from '../../target/index.ts';
import type { TargetName, TargetProfile } from '../../target/index.ts';
import type { TargetOption } from '../command.ts';
import { findSystem } from './os-release.ts';

/** A target, and what shows that the tree moves to it. */
export interface FoundTarget {
  readonly target: TargetProfile;
  /** Null where nothing was seen. */
  readonly option: TargetOption | null;
  /** The rest of `..., because ...`. */
  readonly why: string;
}

/**
 * Whose 2.4 the tree is for, where nobody says: the 2.4 of this machine if the tree is its own server's (a copy of
 * another machine's tells nothing of it), the system that the tree's copy says it is from, else the newest with such a layout. Nothing
 * in the tree is run.
 */
export function findTarget(request: ModelRequest, reader: TreeReader): FoundTarget {
  const survey = surveyTree(request, reader);
  if (survey === null) return nothingSeen();
  const beside = survey.isInstalled ? findServer() : null;
  if (beside !== null)
    return { target: beside, option: ['--httpd', beside.name], why: 'found on this machine' };
  const system = findSystem(survey.entry, reader);
  if (system !== null && system.row !== null)
    return named(system.row.name as TargetName, `${system.file} says so`);
  const like = survey.isForWindows ? WINDOWS : LIKE_LAYOUT[survey.layout];
  if (like === undefined) return nothingSeen();
  const [name, whose] = like;
  const older = system === null ? '' : `, and the release after ${system.name} is not known`;
  return named(name, `the tree is laid out as ${whose}${older}`);
}

const WINDOWS = ['windows', 'on Windows'] as const;

/** The newest of each family. */
const LIKE_LAYOUT: Readonly<Partial<Record<LayoutName, readonly [name: TargetName, whose: string]>>> = {
  debian: ['debian13', "Debian's"],
  rhel: ['rhel9', "Red Hat's"],
  suse: ['sles15', "SUSE's"],
  freebsd: ['freebsd', "FreeBSD's"],
  macos: ['macos', 'that of macOS'],
};

function named(name: TargetName, why: string): FoundTarget {
  return { target: targetProfile(name), option: ['--target', name], why };
}

function nothingSeen(): FoundTarget {
  return { target: targetProfile('stock'), option: null, why: 'nothing shows which server it is for' };
}
