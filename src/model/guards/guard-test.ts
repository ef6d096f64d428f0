import { moduleFacts, type ModuleFacts } from '../../catalog/index.ts';
import type { Guard } from '../types.ts';

/** The names of guards as people write them, by those in lower case. */
export const GUARD_NAMES: ReadonlyMap<string, string> = new Map(
  ['IfModule', 'IfDefine', 'IfVersion', 'IfFile', 'IfDirective', 'IfSection'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** Whether the guard asks for the absence of what it names: `<IfModule !mod_x.c>`. */
export function isNegated({ test }: Pick<Guard, 'test'>): boolean {
  return test.startsWith('!');
}

/** What the guard names, with or without a `!` before it: `mod_authz_host.c`, `SSL`. */
export function nameAsked({ test }: Pick<Guard, 'test'>): string {
  return test.startsWith('!') ? test.slice(1) : test;
}

/** The module that an IfModule guard names; null for other guards, and for modules of neither distribution. */
export function moduleAsked(guard: Pick<Guard, 'kind' | 'test'>): ModuleFacts | null {
  return guard.kind === 'ifmodule' ? moduleFacts(nameAsked(guard)) : null;
}
