import type { AccessSection, EditedUnit, UnitPlan, WrittenCopies } from '../src/access/index.ts';
import {
  DECIDING_FACTS,
  isByCases,
  isMerged,
  missingFolders,
  planEdits,
  planRewrite,
  rootedSections,
  rulesRefusedAtStart,
  sectionsOfFiles,
  undecidedTests,
  unreadRules,
  writtenName,
  writeCopies,
} from '../src/access/index.ts';
import { linesNamed, outOfLimits, quotedLine, startFileOf } from '../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import {
  ACCESS_OF_22,
  accessSignOf24,
  defineTransform,
  oldAccessLine,
  placeOf,
  placeOfScope,
  signOf24,
} from '../src/transform/index.ts';
import type { Place, TransformContext } from '../src/transform/index.ts';
import { rememberWeakly, timed } from '../src/text/index.ts';
import { describeTags } from './shared/describe-tags.ts';
import { describeWanted } from './shared/describe-wanted.ts';
import { requireLinesFor } from './shared/for-release.ts';
import { OVERRIDE_MESSAGES, reportOverrides } from './shared/override-lists.ts';
import { reportReplaced, REPLACED_MESSAGES } from './shared/replaced-for-24.ts';
import { reportFlags, reportCases, CASE_MESSAGES } from './shared/report-cases.ts';
import { reportWords, WORD_MESSAGES } from './shared/report-words.ts';

export const convertAccessControl = defineTransform({
  id: 'convert-access-control',
  title: 'Rewrite Order, Allow, Deny and Satisfy as Require',
  stage: 'access',
  rows: [
    'eq-deny-all',
    'eq-allow-all',
    'eq-allow-domain',
    'eq-auth-only',
    'eq-auth-and-address',
    'eq-auth-or-address',
    'access-strategy-require',
    'access-implicit-any',
    'authz-dbm-group',
    'remove-authzldapauthoritative',
    'remove-authzdbdauthoritative',
    'remove-authzdbmauthoritative',
    'remove-authzgroupfileauthoritative',
    'remove-authzuserauthoritative',
    'remove-authzownerauthoritative',
  ],
  directives: [
    'Order',
    'Allow',
    'Deny',
    'Satisfy',
    'Require',
    'AuthzLDAPAuthoritative',
    'AuthzDBMAuthoritative',
    'AuthzGroupFileAuthoritative',
    'AuthzOwnerAuthoritative',
    'AuthzUserAuthoritative',
  ],
  applicability: 'safe',
  refusedAtStart: ['misplaced', 'half-not-started'],
  docs: {
    does: 'Writes for each section the Require lines that let the same people in: the host rules (Order, Allow, Deny), the Require list and Satisfy, each with what the section inherits from those around it. The whole tree is converted, .htaccess files included, or nothing of it. A half-migrated tree, with lines of 2.4 beside old ones, is read as a 2.4 with mod_access_compat reads it: its Require lines, containers and old lines become one tree that answers the same.',
    why: '2.2 inherits host rules, Require and Satisfy apart from each other; 2.4 has one tree of Require lines, and that of an inner section replaces the outer one whole (mod_authz_core, AuthMerging). Line by line a section loses what it inherited.',
    before:
      'Order deny,allow\nDeny from all\nAllow from 10.0.0.0/8\nAuthType Basic\nAuthName "Staff"\nRequire valid-user\nSatisfy any',
    after: 'Require ip 10.0.0.0/8\nAuthType Basic\nAuthName "Staff"\nRequire valid-user',
    undo: 'Take the old lines back and load mod_access_compat, or run with `--access compat`. That module is not 2.2: a section with Satisfy alone drops the inherited Order, Allow and Deny.',
    limits:
      'A section that would need different rules for different requests, and for which no single text is right, is refused with its place; then no access line of the tree is touched. Addresses that mod_rewrite, AliasMatch or UserDir map are taken to lead to any folder.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#access',
  },
  messages: {
    converted: 'Converted to Require, with what the section inherits.',
    'eq-auth-only':
      'A real 2.2 answers 403 to everybody here, because `Deny from all` stands beside the password. The rewrite lets in everybody with a password, which is what such sections are meant for. Run with --semantics exact to keep everybody out.',
    'eq-auth-and-address':
      'A real 2.2 answers 403 to everybody here, because `Deny from all` wins under `Order allow,deny`. The rewrite lets in those addresses with a password. Run with --semantics exact to keep everybody out.',
    'eq-auth-or-address':
      'A real 2.2 asks everybody for a password here, because `Deny from all` wins under `Order allow,deny`. The rewrite lets in those addresses without one. Run with --semantics exact to keep asking.',
    ...REPLACED_MESSAGES,
    merged:
      'Converted to Require. In 2.4 these rules would replace those around the section; AuthMerging joins them to those, as 2.2 did.',
    ...CASE_MESSAGES,
    'copied-inside':
      'In 2.2 the Require and Satisfy lines of this section also applied in {sections}: in this folder these files need rules of their own, which are written here.',
    'copied-behind':
      'This section inherits different rules at some addresses, and needs rules of its own there: {sections} after it state them.',
    ...WORD_MESSAGES,
    'asks-nobody':
      'Satisfy any applies here, and Order, Allow and Deny keep nobody out: as in 2.2, everybody gets in without the password that Require asks for. To have it asked for, remove Satisfy any.',
    'no-exact-tree':
      'No Require lines are right for all requests that reach this section, because they inherit different rules. None of the access rules of this tree are converted. Write the rules out in each place that leads here, then run again. {wanted}',
    'module-order':
      'Require lines of several modules stand together here. Which of them counted in 2.2 depended on the order of the LoadModule lines, which this tree does not show: mod_authz_user and mod_authz_groupfile each refuse whoever matches none of their lines. 2.4 takes all of them as alternatives, which may let in more people. None of the access rules are converted. Give the whole server configuration, keep one kind of line, or write `<RequireAny>` or `<RequireAll>` around them.',
    'third-party-order':
      "Require lines of a third-party module and of httpd's own stand together here. Whether 2.2 took them as alternatives depended on that module: when it answers, and whether it refuses who meets none of its lines, no file shows. 2.4 takes all of them as alternatives, which may let in more people. None of the access rules are converted. Keep one kind of line, or write `<RequireAny>` or `<RequireAll>` around them, whichever the manual of the module says.",
    'too-much-work':
      'There are too many combinations of access rules to find Require lines for them in reasonable time: none of them are converted. Give the tool parts of this tree, or simplify the rules.',
    'auth-type-none':
      'AuthType None is in force where Require asks for a user. 2.2 takes None for a type that no module serves, and answers 401 to everybody, unless a third-party module looks after it (mod_auth_tkt does). 2.4 reads it as no AuthType at all, and answers 500. None of the access rules are converted. If such a module is loaded, write the AuthType that its build for 2.4 has. Where a password should be asked for, remove AuthType None. Where none should, write `Order allow,deny`, `Allow from all` and `Satisfy any` beside it. Where everybody should get 401 as before, write `AuthType Basic`, an AuthName, `AuthBasicProvider file`, `AuthUserFile /dev/null` and `Require valid-user` in its place. Then run again.',
    'auth-type-unserved':
      'Require asks for a user here, and no module that is loaded serves the AuthType in force. 2.2 answers 401 to everybody then (mod_authn_default), 2.4 answers 500, and no Require line changes that. None of the access rules are converted. If a module serves the type, add its LoadModule line (is the copy complete?). Where everybody should get 401 as before, write `AuthType Basic`, an AuthName, `AuthBasicProvider file` and `AuthUserFile /dev/null` in the place of the AuthType. Then run again.',
    'auth-type-bare':
      'An AuthType is in force here and no Require line: 2.4 answers 500 to everybody whom Order, Allow and Deny let through. None of the access rules are converted. Write `Require valid-user` here if a password should be asked for, else `Require all granted`, then run again.',
    misplaced:
      'Neither 2.2 nor 2.4 starts with {name} here: it belongs in a `<Directory>`, `<Location>` or `<Files>`. It stays as it is. Write it into the section whose files or addresses are meant, then run again.',
    'half-migrated':
      'This tree is half migrated: {line} is written for 2.4. It is read as a 2.4 server with mod_access_compat reads it, and its Order, Allow, Deny and Satisfy lines become Require lines that answer as that server does.{way}',
    'half-not-started':
      'No 2.4 server starts with this line ({message}), so none has served this tree as it stands, though `{sign}` is written for 2.4. Who gets in by it is not known: none of the access rules are converted. Write the line as it was meant, then run again. If 2.2 served the tree until now, run with --as 2.2.',
    'half-unread':
      'This tree is written for 2.4, and Order, Allow, Deny or Satisfy lines are left in it. They stay: what the access rules in this section mean is not known before a request comes, and they take the place of any Require that would be written around it. Write the rules of this section out, then run again.',
    'other-branch':
      'The branch of the template for 2.4 does not let in the same people here as what 2.2 reads. Which of both is meant is not known, so all access rules are left as they are. Let both say the same, or migrate what the template makes for 2.2.',
    template:
      'Who gets in here depends on {tags}: no one list of Require lines is right for all that the template may make, so the access rules stay as they are.{loop} Put such tags around whole sections, or migrate what the template makes.',
    'too-many-guards': `The access rules stand inside of too many tests that depend on the server ({tests}). None of them are converted. Say ${DECIDING_FACTS.names}, give ${DECIDING_FACTS.modules}, or convert by hand.{start}`,
    override:
      'AllowOverride Limit permits Order, Allow and Deny in .htaccess files, but 2.4 counts Require as AuthConfig: the names that the files below now use are permitted one by one.',
    ...OVERRIDE_MESSAGES,
    misspelt:
      '2.2 refuses this line ({message}), and answers 500 to all below this folder. So does the result: the file is left alone. Correct the line, then run again.',
    'not-permitted':
      'AllowOverride does not permit {name} in this .htaccess file: 2.2 answers 500 to all below this folder. So does the result: the file is left alone. If it should apply, permit the line with AllowOverride, then run again.',
    'names-file':
      '`<Directory>` names a file here. In both versions it applies where the file is asked for by its own name, and not where it is sent as the index page of its folder, for a name without its ending, or while Options has no FollowSymLinks. To have it apply always, write `<Files>` into the section of the folder.',
    'from-root':
      'This pattern has no `^` and fits folders further in, too, such as {example}. It is taken to be meant for the folders that it names from the root{seen}. Write `^` in front of it to say so. Where such a folder is there, give it a section of its own.',
    'missing-folder':
      'The folder {folder} does not exist. The conversion assumes that it will. Until then nobody gets anything from it, but the status may differ (401, 403, 404 or 500), because this section does not apply to a folder that is not there.',
  },
  run(context) {
    const { model, options, writtenFor, report } = context;
    if (options.access !== 'require' || (writtenFor === '2.4' && model.readBy === '2.2')) return;
    reportMisplaced(context);
    if (model.readBy === '2.4' && !canBeFinished(context)) return;
    const plan = timed('plan', () => planRewrite(model, options.semantics));
    for (const { section, reason, wanted } of plan.refusals) {
      // Each value and template that is not known is a finding of its own.
      if (reason === 'not-known') continue;
      const tests = reason === 'too-many-guards' ? describeTests(model) : {};
      const tags = reason === 'template' ? describeTags(section) : {};
      report(placeOfScope(section.scope), reason, {
        level: 'error',
        data: { wanted: describeWanted(wanted), ...tests, ...tags },
      });
    }
    // Before the units: an AllowOverrideList stands right behind its AllowOverride.
    reportOverrides(report, plan, 'override');
    for (const unit of planEdits(plan)) reportUnit(context, unit);
    for (const unit of plan.units) reportRefused(context, unit);
    for (const copies of writeCopies(plan)) reportCopies(context, copies);
    reportFlags(report, plan.flags);
    if (model.readBy === '2.4' && plan.refusals.length === 0) reportHalf(context);
    if (plan.units.some(({ remove }) => remove.length > 0)) reportPlaces(context);
  },
});

/** Outside of folders and addresses neither version takes host rules (ACCESS_CONF of mod_authz_host.c, mod_access_compat.c). */
function reportMisplaced({ model, report }: Context): void {
  const isOutside = ({ scope, on22 }: Occurrence): boolean => {
    const { kind } = outOfLimits(scope);
    return on22 !== 'no' && (kind === 'virtualhost' || (kind === 'server' && model.kind === 'server'));
  };
  for (const line of linesNamed(model, (name) => ACCESS_OF_22.has(name), isOutside)) {
    report(placeOf(line), 'misplaced', { level: 'error', data: { name: line.node.name.value } });
  }
}

/** Whether all access rules of a half-migrated tree stand where they can be read, and a 2.4 server starts with them. */
function canBeFinished({ model, report }: Context): boolean {
  const [unread] = unreadRules(model);
  if (unread !== undefined) report(placeOfScope(unread), 'half-unread', { level: 'warning' });
  const refused = rulesRefusedAtStart(model);
  const sign = signOf24(model) ?? oldAccessLine(model);
  for (const { line, message } of refused) {
    const place = line.type === 'scope' ? placeOfScope(line) : placeOf(line);
    const data = { message, sign: sign === null ? 'it' : quotedLine(sign) };
    report(place, 'half-not-started', { level: 'error', data });
  }
  return unread === undefined && refused.length === 0;
}

function reportHalf({ model, report }: Context): void {
  const line = signOf24(model) ?? oldAccessLine(model);
  if (line === null) return;
  const way = accessSignOf24(model) === null ? ' If 2.2 served it until now, run with --as 2.2.' : '';
  // Which of the two servers it was is a person's to say where the lines do not tell.
  report(placeOf(line), 'half-migrated', {
    level: way === '' ? 'info' : 'warning',
    data: { line: quotedLine(line), way },
  });
}

type Context = TransformContext<keyof (typeof convertAccessControl)['messages'] & string>;

function reportUnit({ model, report, target }: Context, { plan, edits }: EditedUnit): void {
  const section = plan.sections[0];
  if (section === undefined || edits.length === 0) return;
  const place = placeOfUnit(section, plan.remove[0]?.occurrence ?? null);
  report(place, isMerged(plan.candidate) ? 'merged' : 'converted', {
    level: 'info',
    fix: {
      title: 'Write the access rules as Require',
      applicability: 'safe',
      edits: requireLinesFor(target, edits),
    },
  });
  reportCases({ model, report }, place, edits, isByCases(plan.candidate));
  reportReplaced(report, plan.sections, edits);
  for (const shape of plan.shapes) report(place, shape, { level: 'error' });
  reportWords(report, plan, place);
  if (plan.asksNobody && !hasOtherGuards(section.scope)) report(place, 'asks-nobody', { level: 'warning' });
}

/** Whether a module beside Require may keep somebody out here: `2.2 let everybody in` would not be true. */
const hasOtherGuards = rememberWeakly((scope: Scope): boolean => {
  const isGuard = ({ type, name }: Scope['items'][number]): boolean =>
    type === 'occurrence' && /^(authzsvn|sslrequire|sslverifyclient|shib|mellon|oidc|sec)/.test(name);
  return scope.items.some(isGuard) || (scope.parent !== null && hasOtherGuards(scope.parent));
});

function reportPlaces({ model, report }: Context): void {
  for (const { scope } of missingFolders(model)) {
    report(placeOfScope(scope), 'missing-folder', { level: 'info', data: { folder: scope.args[0] ?? '' } });
  }
  for (const { scope } of sectionsOfFiles(model))
    report(placeOfScope(scope), 'names-file', { level: 'warning' });
  for (const { section, example, isSeen } of rootedSections(model)) {
    const seen = isSeen
      ? ''
      : '; whether there are others is not known, as not all folders that are served are here';
    report(placeOfScope(section.scope), 'from-root', {
      level: isSeen ? 'info' : 'warning',
      data: { example, seen },
    });
  }
}

/** A .htaccess file that stays as it is, since the server refuses it. */
function reportRefused({ report }: Context, { misspelt, forbidden }: UnitPlan): void {
  const line = misspelt?.line ?? forbidden;
  if (line === null) return;
  const place = line.type === 'occurrence' ? placeOf(line) : placeOfScope(line);
  if (misspelt === null)
    report(place, 'not-permitted', { level: 'warning', data: { name: writtenName(line) } });
  else report(place, 'misspelt', { level: 'warning', data: { message: misspelt.message } });
}

function reportCopies({ report, target }: Context, { at, place, openings, edits }: WrittenCopies): void {
  report(placeOfScope(at.scope), place === 'inside' ? 'copied-inside' : 'copied-behind', {
    level: 'info',
    data: { sections: new Intl.ListFormat('en').format(openings) },
    fix: {
      title: 'Write what is different here',
      applicability: 'safe',
      edits: requireLinesFor(target, edits),
    },
  });
}

const MOST_TESTS_SHOWN = 8;

function describeTests(model: ServerModel): { readonly tests: string; readonly start: string } {
  const all = undecidedTests(model);
  const more = all.length - MOST_TESTS_SHOWN;
  const file = startFileOf(model.layout);
  const isShown = (model.startedWith?.defines ?? []).length > 0;
  return {
    tests: all.slice(0, MOST_TESTS_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : ''),
    start:
      file === null || isShown ? '' : ` The names are read from ${file} of the old server, if a copy has it.`,
  };
}

function placeOfUnit(section: AccessSection, line: Parameters<typeof placeOf>[0] | null): Place {
  return line === null ? placeOfScope(section.scope) : placeOf(line);
}
