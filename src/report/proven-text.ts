import type { Migration } from '../migrate/index.ts';
import { plural } from './plural.ts';

/** What the proof shows, without its full stop. @param isWhole false where something that bears on it is not known */
export function provenText({ model, findings, silenced }: Migration, isWhole: boolean): string {
  const before = model.readBy === '2.4' ? '2.4 with mod_access_compat' : '2.2';
  const lenient = [...findings, ...silenced.map(({ finding }) => finding)].filter(isLenient).length;
  const sections = `${plural(lenient, 'section')} that let${lenient === 1 ? 's' : ''} in more`;
  const but = lenient === 0 ? '' : `, but for ${sections}`;
  return `Proven${isWhole ? '' : ' as far as is known'}: 2.4 lets in the same people as ${before}${but}`;
}

/** One of the three forms that `--semantics contract` converts as they were meant: the proof compares with that meaning. */
function isLenient({ transform, messageId }: Migration['findings'][number]): boolean {
  return transform === 'convert-access-control' && messageId.startsWith('eq-auth-');
}
