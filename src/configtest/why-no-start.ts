import { walkOccurrences, walkScopes } from '../model/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';

/** mod_md asks for certificates by itself. */
const ASKS_FOR_CERTIFICATES = /^(?:mdomain|mdmember|mdomainset|managedomain)$/;

/** Why no start of this configuration can be tried, as the end of a sentence; null if one can. */
export function whyNoStart(model: ServerModel): string | null {
  for (const { name, node } of walkScopes(model.main)) {
    if (ASKS_FOR_CERTIFICATES.test(name)) return speaks(`<${node?.open.name.value ?? name}>`);
  }
  for (const occurrence of walkOccurrences(model.main)) {
    const reason = reasonIn(occurrence);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonIn({ name, node, args, scope }: Occurrence): string | null {
  const written = node.name.value;
  if (ASKS_FOR_CERTIFICATES.test(name)) return speaks(written);
  // mod_proxy_hcheck asks the backends at once.
  if (args.some((arg) => /^hcmethod=/i.test(arg))) return speaks(`${written} hcmethod=`);
  return name === 'listen' && scope.name === 'macro' ? 'a macro has Listen lines' : null;
}

function speaks(what: string): string {
  return `${what} would make the server connect to other machines`;
}

/** Of what a server says at its end: what the place of the start decides, not the configuration. */
const UNDECIDED: readonly (readonly [said: RegExp, reason: string])[] = [
  // mod_ssl: AH02577, AH02578, AH02580 and others of ssl_engine_pphrase.c.
  [/pass ?phrase/i, 'a private key needs a pass phrase, and nobody was there to type it'],
  // listen.c: the ports of a start are its own, each was free before it.
  [/AH00072: make_sock: could not bind/, 'another program took one of its ports'],
];

/** Why a start that failed says nothing of the configuration; null if it does. */
export function whyUndecided(output: string): string | null {
  return UNDECIDED.find(([said]) => said.test(output))?.[1] ?? null;
}
