import { linesNamed, readRewriteFlags, ruleStatus } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { mayRefuse } from '../unread/old-guards.ts';
import { canonicalLine } from './canonical-line.ts';

/** The lines of a tree of 2.2 that refuse requests by themselves, beside the access rules. */
export function linesThatRefuse(model: ServerModel): Occurrence[] {
  return linesNamed(model, mayRefuse).filter(refuses);
}

function refuses(line: Occurrence): boolean {
  if (line.name === 'rewriterule') {
    const [, target = '-', flags = ''] = line.args;
    return (ruleStatus(readRewriteFlags(flags), target) ?? 0) >= 400;
  }
  // Without it there would be homes, all of them or one user's (set_user_dir, mod_userdir.c).
  if (line.name === 'userdir') return line.args[0]?.toLowerCase() === 'disabled';
  const role = canonicalLine(line, { version: '2.2', folder: (path) => path })?.role;
  return role === 'refuses' || role === 'guards';
}
