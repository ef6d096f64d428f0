import { newBranches, rulesTakenOut } from '../src/access/index.ts';
import type { NewBranch } from '../src/access/index.ts';
import { defineTransform } from '../src/transform/index.ts';

export const dropNewBranches = defineTransform({
  id: 'drop-new-branches',
  title: 'Take out rules for 2.4 alone that say something else than those for 2.2',
  // In the first batch: which guards these are is known by their places in the original.
  stage: 'lines',
  isIndependent: true,
  rows: [],
  directives: ['IfModule', 'IfVersion'],
  applicability: 'safe',
  docs: {
    does: 'With `--semantics exact`: takes out the access rules in an `<IfVersion>` or `<IfModule>` that only 2.4 passes, where 2.4 would answer some requests by them differently than 2.2 did. The rules of 2.2 are then written for 2.4.',
    why: 'A text for both versions was run by 2.2 alone: what it says for 2.4 was never tried. What counts with `--semantics exact` is what 2.2 answered.',
    before:
      '<IfVersion >= 2.4>\n    <Directory /srv/www>\n        Require all granted\n    </Directory>\n</IfVersion>\n<IfVersion < 2.4>\n    <Directory /srv/www>\n        Order deny,allow\n        Deny from all\n    </Directory>\n</IfVersion>',
    after: '<Directory /srv/www>\n    Require all denied\n</Directory>',
    undo: 'Write the lines again, in the guard.',
    limits:
      'Rules for 2.4 that answer as 2.2 did stay. Without `--semantics exact` nothing is taken out: the migration is refused, with a request that shows the difference.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_version.html',
  },
  messages: {
    dropped:
      'What stands here for 2.4 alone lets in others than 2.2 did, or (in an `<If>`) nobody can tell whom. It is taken out, and what 2.2 did is written for 2.4. If the rules for 2.4 are what is meant, write them back.',
  },
  run({ model, options, writtenFor, report }) {
    const { contradicting = new Set() } = options;
    if (options.semantics !== 'exact' || writtenFor === '2.4' || contradicting.size === 0) return;
    const branches = newBranches(model, contradicting);
    for (const { guard, nodes } of branches.filter((one) => !isInside(one, branches))) {
      report({ file: guard.file, span: guard.node.open.span }, 'dropped', {
        level: 'error',
        fix: {
          title: 'Take out the rules for 2.4',
          applicability: 'safe',
          edits: nodes.flatMap(rulesTakenOut),
        },
      });
    }
  },
});

/** A guard inside of another goes with it. */
function isInside({ guard }: NewBranch, all: readonly NewBranch[]): boolean {
  const { start, end } = guard.node.span;
  return all.some(({ guard: other }) => {
    const { span } = other.node;
    return other.node !== guard.node && other.file === guard.file && span.start <= start && end <= span.end;
  });
}
