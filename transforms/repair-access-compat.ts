import type { RepairPlan } from '../src/access/index.ts';
import {
  DECIDING_FACTS,
  isConversion,
  planRepairs,
  refusedTexts,
  repairEdits,
  repairReasons,
} from '../src/access/index.ts';
import { defineTransform, placeOfScope } from '../src/transform/index.ts';
import type { TransformContext } from '../src/transform/index.ts';
import { requireLinesFor } from './shared/for-release.ts';
import { OVERRIDE_MESSAGES, reportOverrides } from './shared/override-lists.ts';
import { reportReplaced, REPLACED_MESSAGES } from './shared/replaced-for-24.ts';
import { reportFlags, reportCases, CASE_MESSAGES } from './shared/report-cases.ts';

export const repairAccessCompat = defineTransform({
  id: 'repair-access-compat',
  title: 'Write out what mod_access_compat does not inherit as 2.2 did (--access compat)',
  stage: 'access',
  rows: [
    'access-strategy-compat',
    'remove-authzldapauthoritative',
    'remove-authzdbdauthoritative',
    'remove-authzdbmauthoritative',
    'remove-authzgroupfileauthoritative',
    'remove-authzuserauthoritative',
    'remove-authzownerauthoritative',
  ],
  directives: ['Order', 'Allow', 'Deny', 'Satisfy'],
  applicability: 'safe',
  docs: {
    does: 'With `--access compat` Order, Allow, Deny, Satisfy and Require stay. Where 2.4 would answer differently from 2.2 with them, the section gets the lines that make it answer alike: the inherited host rules beside a Satisfy, the inherited Satisfy beside host rules, no `Satisfy any` where no Require is in effect, `Require all granted` beside an AuthType without Require, no Require lines that 2.2 never came to. Where no such lines are right, because the section inherits different rules in different places, Require lines that are right everywhere take the place of its old ones, beside an `Order deny,allow` by which mod_access_compat lets everybody through. What 2.4 does not read at all (`AuthzUserAuthoritative` and its kin, `# comments` after Allow) is taken out. Where AllowOverride permits in a `.htaccess` file what 2.4 counts to another class (Substitute, Limit sections), an AllowOverrideList permits it by name.',
    why: 'mod_access_compat is not 2.2: it keeps Satisfy in one record with Order, Allow and Deny, and that record has no merge function (modules/aaa/mod_access_compat.c), so a section with Satisfy alone drops the inherited host rules and is open to everybody; where Satisfy is any and no Require is in effect, a denied host goes through; an AuthType without Require is answered 500 (AH01627).',
    before:
      '<Directory /srv/www>\n    Order deny,allow\n    Deny from all\n</Directory>\n<Directory /srv/www/staff>\n    AuthType Basic\n    Require valid-user\n    Satisfy any\n</Directory>',
    after:
      '<Directory /srv/www>\n    Order deny,allow\n    Deny from all\n</Directory>\n<Directory /srv/www/staff>\n    AuthType Basic\n    Require valid-user\n    Order deny,allow\n    Deny from all\n    Satisfy any\n</Directory>',
    undo: 'Take the new lines out again. The section then answers as the finding says.',
    limits:
      'A section whose lines come by an Include, stand in a guard of their own that one version may not pass, or have a variable or a tag of a template in them, gets no Require lines in their place. If it inherits different host rules in different places and needs them written out, it can have only one of them: what is then answered differently is listed, each kind with a request that shows it, as an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_access_compat.html',
  },
  messages: {
    repaired: 'mod_access_compat would not answer here as 2.2 did: {why}.',
    converted:
      'No Order, Allow, Deny and Satisfy lines make mod_access_compat answer here as 2.2 did in every place this section is reached from. Require lines do: they are written in their place, and `Order deny,allow` with nothing after it, by which mod_access_compat lets everybody through.',
    ...CASE_MESSAGES,
    ...REPLACED_MESSAGES,
    removed: '2.4 refuses to read this: {what}. Nobody is let in or kept out for it.',
    closer:
      'No lines were found that make mod_access_compat answer here as 2.2 did in every place this section is reached from. Of those tried these let the fewest people in, and differ least.',
    unrepaired:
      'mod_access_compat does not answer here as 2.2 did, and no lines were found that make it: what this section inherits differs between the requests that reach it. Write the rules out in each place that leads here, or run with --access require.',
    ...OVERRIDE_MESSAGES,
    'too-many-guards': `The access rules stand inside of too many IfModule, IfDefine or IfVersion tests that depend on the server, so it was not looked at where mod_access_compat answers differently from 2.2. Say ${DECIDING_FACTS.names}, give ${DECIDING_FACTS.modules}, or look by hand.`,
    'too-much-work':
      'There are too many combinations of access rules to find out in reasonable time where mod_access_compat answers differently from 2.2. Give the tool parts of this tree, or look by hand.',
  },
  run(context) {
    const { model, options, writtenFor, report } = context;
    if (options.access !== 'compat' || writtenFor === '2.4') return;
    const plans = planRepairs(model);
    if (typeof plans === 'string') {
      report(placeOfScope(model.main), plans, { level: 'error' });
      return;
    }
    reportOverrides(report, plans, 'override-other-class');
    for (const plan of plans.repairs) reportPlan(context, plan);
    reportFlags(report, plans.flags);
    // What goes on behind the first such section is wrong in others, too; the proof lists all.
    const first = plans.repairs.find(({ isExact }) => !isExact)?.sections[0];
    if (first !== undefined) report(placeOfScope(first.scope), 'unrepaired', { level: 'warning' });
  },
});

type Context = TransformContext<keyof (typeof repairAccessCompat)['messages'] & string>;

function reportPlan({ model, target, report }: Context, plan: RepairPlan): void {
  const [section] = plan.sections;
  if (section === undefined) return;
  const place = placeOfScope(section.scope);
  const edits = requireLinesFor(target, repairEdits(plan));
  if (edits.length === 0) return;
  const why = repairReasons(plan);
  reportReplaced(report, plan.sections, edits);
  if (isConversion(plan)) {
    const fix = { title: 'Write the access rules as Require', applicability: 'safe', edits } as const;
    report(place, 'converted', { level: 'info', fix });
    reportCases({ model, report }, place, edits, plan.repair.isByCases);
    return;
  }
  if (!plan.isExact && why.length > 0) {
    report(place, 'closer', {
      level: 'warning',
      fix: { title: 'Write the lines that let in the fewest people', applicability: 'safe', edits },
    });
  } else if (why.length > 0) {
    const fix = { title: 'Write out what is in effect', applicability: 'safe', edits } as const;
    report(place, 'repaired', { data: { why: why.join('; ') }, fix });
  } else {
    const fix = { title: 'Take out what 2.4 does not read', applicability: 'safe', edits } as const;
    report(place, 'removed', { data: { what: refusedTexts(plan).join(', ') }, fix });
  }
}
