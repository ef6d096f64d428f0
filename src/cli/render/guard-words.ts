import { DEFINED_VALUE, GUARD_NAMES } from '../../model/index.ts';

/** `ifdefine X` as people write it. */
export function guardWords(guard: string, holds = true): string {
  const [kind = '', ...words] = guard.split(' ');
  const test = words.join(' ');
  if (test.startsWith(DEFINED_VALUE)) {
    return `${test.slice(DEFINED_VALUE.length)} is ${holds ? '' : 'not '}\`all\``;
  }
  return `<${GUARD_NAMES.get(kind) ?? kind} ${test}> ${holds ? 'holds' : 'does not hold'}`;
}
