import type { RewritePlan } from '../../src/access/index.ts';
import type { Occurrence } from '../../src/model/index.ts';
import { appendArgument, insertAfter, placeOf, placeOfScope } from '../../src/transform/index.ts';
import type { TransformContext } from '../../src/transform/index.ts';

export const OVERRIDE_MESSAGES = {
  'override-other-class':
    'This AllowOverride permits {names} in .htaccess files in 2.2 and not in 2.4, where other classes are asked for: what the files below say is permitted by name.',
  'override-refused':
    'The .htaccess file in {folder} says what this AllowOverride does not permit, and 2.2 answers 500 to all below it. The list that other files need would permit it, so this section withdraws it there.',
  'override-class':
    'AllowOverride Limit permits Order, Allow and Deny in .htaccess files, but 2.4 counts Require as AuthConfig, so AuthConfig is permitted here. Before 2.4.20 an AllowOverrideList that names Require alone would open the .htaccess files further in, too, which AllowOverride None keeps closed. With it a .htaccess file here may set up logins (AuthType, AuthUserFile), which 2.2 refused.',
  'override-withdrawn':
    'An AllowOverrideList further out would be inherited here, where less was permitted: AllowOverride alone does not take it back.',
} as const;

type OverrideMessage = keyof typeof OVERRIDE_MESSAGES;

/** Writes what AllowOverride lines are to permit besides. @param ofRules the message where only names of new access rules are permitted */
export function reportOverrides<OfRules extends string>(
  report: TransformContext<OverrideMessage | OfRules>['report'],
  { extendOverride }: Pick<RewritePlan, 'extendOverride'>,
  ofRules: OfRules,
): void {
  for (const { line, names, byClass, refusedFolders } of extendOverride) {
    const { occurrence } = line;
    const isWithdrawn = names.includes('None');
    const others = names.filter((name) => !/^<?(?:Require|AuthMerging)/.test(name));
    const ofNames = others.length > 0 ? 'override-other-class' : ofRules;
    const messageId = byClass ? 'override-class' : isWithdrawn ? 'override-withdrawn' : ofNames;
    const edits = byClass
      ? appendArgument(occurrence, 'AuthConfig')
      : insertAfter(occurrence, [`AllowOverrideList ${names.join(' ')}`]);
    report(placeOf(occurrence), messageId, {
      level: byClass ? 'warning' : 'info',
      data: { names: others.map((name) => name.replace(/^<.*/, '$&>')).join(', ') },
      fix: {
        title: isWithdrawn ? 'Permit no more than before' : 'Permit in .htaccess files what they say',
        applicability: 'safe',
        edits,
      },
    });
    for (const folder of refusedFolders) reportRefused(report, occurrence, folder);
  }
}

/** In a section of its own, behind the one of the AllowOverride: a deeper folder is merged later. */
function reportRefused(
  report: TransformContext<'override-refused'>['report'],
  { scope }: Occurrence,
  folder: string,
): void {
  const { file, node } = scope;
  if (node === null) return;
  const lines = [`<Directory "${folder}">`, '\tAllowOverrideList None', '</Directory>'];
  report(placeOfScope(scope), 'override-refused', {
    level: 'warning',
    data: { folder },
    fix: {
      title: 'Keep the .htaccess file refused',
      applicability: 'safe',
      edits: insertAfter({ file, node }, lines),
    },
  });
}
