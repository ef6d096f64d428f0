import type { Migration } from '../migrate/index.ts';
import { plural } from './plural.ts';

/** What the proof shows, without its full stop. @param isWhole false where something that bears on it is not known */
export function provenText({ model, findings, silenced }: Migration, isWhole: boolean): string {
  const before = model.readBy === '2.4' ? '2.4 with mod_access_compat' : '2.2';
  const told = [...findings, ...silenced.map(({ finding }) => finding)];
  const lenient = told.filter(isLenient).length;
  const sections = `${plural(lenient, 'section')} that let${lenient === 1 ? 's' : ''} in more`;
  const isLedByOne = told.some(({ transform }) => transform === 'report-lines-of-one-version');
  const isRootless = told.some(({ transform }) => transform === 'report-rootless-rewrites');
  const isBySlashes = told.some(
    ({ transform, messageId }) => transform === 'keep-doubled-slashes' && messageId === 'inherits',
  );
  const excepted = [
    ...(lenient === 0 ? [] : [sections]),
    ...(isLedByOne ? ['requests under lines that one version alone reads'] : []),
    ...(isRootless ? ['requests that a RewriteRule leads whose result has no slash before it'] : []),
    ...(isBySlashes ? ['addresses with doubled slashes'] : []),
  ];
  const but = excepted.length === 0 ? '' : `, but for ${excepted.join(' and ')}`;
  const stopping = told.filter(({ isRefusedAtStart }) => isRefusedAtStart === true).length;
  const errors = `${plural(stopping, 'error')} below ${stopping === 1 ? 'is' : 'are'} corrected`;
  const start = stopping === 0 ? '' : `. It does not start until ${errors}`;
  return `Proven${isWhole ? '' : ' as far as is known'}: 2.4 lets in the same people as ${before}${but}${start}`;
}

/** One of the three forms that `--semantics contract` converts as they were meant: the proof compares with that meaning. */
function isLenient({ transform, messageId }: Migration['findings'][number]): boolean {
  return transform === 'convert-access-control' && messageId.startsWith('eq-auth-');
}
