import { isRedirectStatus, leadingNumber, STATUS_WORDS } from './statuses.ts';
import type { Check, Checks, Command } from './types.ts';
import { isOpen } from './types.ts';

/** What Redirect and its kin say (`add_redirect_internal`, modules/mappers/mod_alias.c). */
export const ALIAS_CHECKS: Checks = {
  redirect: redirectCheck(302, false),
  redirecttemp: redirectCheck(302, false),
  redirectpermanent: redirectCheck(301, false),
  redirectmatch: redirectCheck(302, true),
};

function redirectCheck(plain: number, isPattern: boolean): Check {
  return (command) => redirectError(command, plain, isPattern);
}

function redirectError(command: Command, plain: number, isPattern: boolean): string | null {
  const [first = '', second, third] = command.args;
  const written = statusOf(first);
  if (third !== undefined && written === null) return 'Redirect: invalid first argument (of three)';
  const status = written ?? plain;
  if (isForItsSection(command, written)) return null;
  const url = third !== undefined || written !== null ? third : second;
  if (!isRedirectStatus(status)) return url === undefined ? null : 'Redirect URL not valid for this status';
  if (url === undefined) return 'URL to redirect to is missing';
  return isPattern || url.startsWith('/') || hasScheme(url) || isOpen(url) ? null : 'Redirect to non-URL';
}

function statusOf(word: string): number | null {
  return STATUS_WORDS[word.toLowerCase()] ?? (/^\d/.test(word) ? leadingNumber(word) : null);
}

/** 2.4 takes the address of the section for the one that is missing. What stands for it is an expression. */
function isForItsSection({ args, version, isInFolder }: Command, status: number | null): boolean {
  if (version === '2.2' || !isInFolder) return false;
  if (status === null) return args.length === 1;
  return args.length === (isRedirectStatus(status) ? 2 : 1);
}

/** `ap_is_url` (server/util.c). */
export function hasScheme(text: string): boolean {
  return /^[A-Za-z0-9+.-]+:/.test(text);
}
