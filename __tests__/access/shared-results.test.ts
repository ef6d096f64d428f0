import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeDifference, planRewrite, prove } from '../../src/access/index.ts';
import type { ProofResult, RewritePlan } from '../../src/access/index.ts';
import { candidateLines, copiesOf } from '../../src/access/rewrite/candidate.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { denseTree, MAIN_FILE, randomTree } from './random-trees.ts';
import type { Tree } from './random-trees.ts';

// What is equal is done once: sections that say the same to states that are the same. Nothing may come out that would not come out
// if each were looked at by itself.

const runs = Number(process.env['RUNS'] ?? 15);
const SEMANTICS = fc.constantFrom('exact' as const, 'contract' as const);

/** Twelve hosts of three kinds, so that there is something to share. */
function withHosts(tree: Tree): Tree {
  const main = tree[MAIN_FILE] ?? '';
  const section = /<(Directory|Location|Files)\b[^]*?<\/\1>/.exec(main)?.[0] ?? '';
  const hosts = Array.from({ length: 12 }, (_, i) => {
    const own = ['Order allow,deny\nAllow from all', 'Order deny,allow\nDeny from all\nAllow from 10', ''][
      i % 3
    ];
    const inside = `<Location "/own${i}">\n${own}\n</Location>\n${i % 2 === 0 ? section : ''}`;
    return `<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot /srv/h${i}\n${inside}\n</VirtualHost>\n`;
  });
  return { ...tree, [MAIN_FILE]: `${main}\n${hosts.join('')}` };
}

function modelOf(tree: Tree): ServerModel {
  const model = buildModel({ path: MAIN_FILE }, createMemoryReader(tree));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

function shown({ units, refusals, extendOverride, flags }: RewritePlan): unknown {
  return {
    units: units.map(({ candidate, remove, sections, shapes, isRefused, asksNobody }) => ({
      type: candidate.type,
      lines: candidateLines(candidate),
      copies: copiesOf(candidate).map(({ text }) => candidateLines(text)),
      remove: remove.map(({ occurrence }) => occurrence.seq),
      sections: sections.map(({ scope }) => scope.seq),
      notes: [shapes, isRefused, asksNobody],
    })),
    refusals: refusals.map(({ section, reason, wanted }) => [section.scope.seq, reason, wanted]),
    overrides: extendOverride.length,
    flags: flags.map(({ host, flag }) => [host.seq, flag]),
  };
}

function told(result: ProofResult): unknown {
  return result.type === 'different' ? result.differences.map(describeDifference) : result.type;
}

test.each([
  ['random trees', randomTree],
  ['dense trees', denseTree],
  ['trees with many hosts', randomTree.map(withHosts)],
])('what is shared is what each would be by itself: %s', (_, trees) => {
  fc.assert(
    fc.property(trees, SEMANTICS, fc.boolean(), (tree, semantics, hasCompat) => {
      const model = modelOf(tree);
      expect(shown(planRewrite(model, semantics, true))).toEqual(shown(planRewrite(model, semantics, false)));
      const proven = (sharesEqual: boolean) =>
        told(prove(model, model, semantics, hasCompat, undefined, sharesEqual));
      expect(proven(true)).toEqual(proven(false));
    }),
    { numRuns: runs },
  );
});
