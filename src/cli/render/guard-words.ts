import { DEFINED_VALUE } from '../../model/index.ts';

const GUARD_NAMES: Readonly<Record<string, string>> = {
  ifmodule: 'IfModule',
  ifdefine: 'IfDefine',
  ifversion: 'IfVersion',
  iffile: 'IfFile',
  ifdirective: 'IfDirective',
  ifsection: 'IfSection',
};

/** `ifdefine X` as people write it. */
export function guardWords(guard: string, holds = true): string {
  const [kind = '', ...words] = guard.split(' ');
  const test = words.join(' ');
  if (test.startsWith(DEFINED_VALUE)) {
    return `${test.slice(DEFINED_VALUE.length)} is ${holds ? '' : 'not '}\`all\``;
  }
  return `<${GUARD_NAMES[kind] ?? kind} ${test}> ${holds ? 'holds' : 'does not hold'}`;
}
