import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { flowsOf, indexSections } from '../../../src/access/chains/index.ts';
import { readSections } from '../../../src/access/sections/read-sections.ts';
import { worldsOfTrees } from '../../../src/access/index.ts';
import {
  ALIASES,
  CONDITIONS,
  HOME_FOLDERS,
  PROXIED,
  REWRITES,
  REWRITTEN_AGAIN,
  REWRITTEN_AND_PROXIED,
  SERVER_PATHS,
} from './address-rows.ts';
import { memoryTree } from './memory-tree.ts';

// Where a real server leads an address, there the proof looks: some flow has the sections of both, the address and the folder.

const RULE = 'Order allow,deny\nAllow from all\n';

/** Whether the sections of one flow are those of the address and of the other place. */
function meetTogether(lines: string, address: string, place: string): boolean {
  const sections = `<Location "${address}">\n${RULE}</Location>\n${place}\n${RULE}${place.replace(/^<(\w+).*/, '</$1>')}\n`;
  const { model } = memoryTree(`Listen 80\nDocumentRoot /srv/htdocs\n${lines}\n${sections}`);
  const [world = new Map<string, boolean>()] = worldsOfTrees(model);
  const index = indexSections(readSections(model).map((section) => ({ section, side: 'both' as const })));
  return flowsOf(model, index, world).some((flow) => {
    const events = [...flow.inputs, flow].flatMap((each) => each.events);
    const kinds = new Set(
      events.map(({ section: { scope } }) => `<${scope.name} ${scope.args.join(' ')}>`.toLowerCase()),
    );
    return (
      kinds.has(`<location ${address}>`.toLowerCase()) && kinds.has(place.replaceAll('"', '').toLowerCase())
    );
  });
}

const isPlain = (asked: string) => asked.startsWith('/') && !asked.endsWith('/') && !/[%?]|\/\//.test(asked);
/** With [PT] the sections of another address are met. */
const isOfAddress = (lines: string) => !/\[(?:.*,)?(?:PT|passthrough)/.test(lines);

describe('folders', () => {
  const rows = [
    ...ALIASES,
    ...SERVER_PATHS,
    ...HOME_FOLDERS,
    ...REWRITES,
    ...REWRITTEN_AGAIN,
    ...REWRITTEN_AND_PROXIED,
    ...CONDITIONS,
  ].flatMap(([lines, asked, of22]) =>
    typeof of22 === 'string' && isPlain(asked) && isOfAddress(lines) ? [[lines, asked, of22] as const] : [],
  );
  test.each(rows)('%j: %s leads to %s', (lines, asked, file) => {
    expect(meetTogether(lines, asked, `<Directory "${posix.dirname(file)}">`)).toBe(true);
  });
});

describe('proxied addresses', () => {
  const rows = [...PROXIED, ...REWRITTEN_AND_PROXIED].filter(([, , of22]) => of22 === 503);
  test.each(rows)('%j: %s', (lines, asked) => {
    expect(meetTogether(lines, asked, '<Proxy *>')).toBe(true);
  });
});
