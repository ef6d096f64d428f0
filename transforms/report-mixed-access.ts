import { isRequireOf24, linesNamed, occurrencesOf } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { ACCESS_OF_22, accessSignOf24, defineTransform, placeOf } from '../src/transform/index.ts';

export const reportMixedAccess = defineTransform({
  id: 'report-mixed-access',
  title: 'Report access rules of 2.2 beside those of 2.4',
  stage: 'findings',
  rows: ['access-mixed-warning', 'mixed-old-wins', 'mixed-new-base'],
  directives: ['Order', 'Allow', 'Deny', 'Satisfy'],
  applicability: 'manual',
  docs: {
    does: 'In a tree that is written for 2.4 already, points out the Order, Allow, Deny and Satisfy lines that convert-access-control did not turn into Require: with `--access compat`, or where no exact form was found. It changes nothing.',
    why: 'mod_access_compat tests the old lines apart from Require, and a request must pass both (access_checker hook before auth_checker, server/request.c). So `Require ip` in a `<Location>` does not lift `Deny from all` of `<Directory />`: 403, and AH01797 in the error log. The other way round, old lines in a section can look as if they lifted `Require all denied` where they do not.',
    before:
      '<Directory />\n    Order deny,allow\n    Deny from all\n</Directory>\n<Location /server-status>\n    Require ip 192.0.2.1\n</Location>',
    after: '(the lines stay, and the old ones are reported)',
    undo: 'Nothing to undo.',
    limits:
      'What is reported is left over: a half-migrated tree is finished wherever Require lines answer as 2.4 with mod_access_compat does. It never makes such a mix itself.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#access',
  },
  messages: {
    mixed:
      'Half migrated: {count} in this file (Order, Allow, Deny or Satisfy), beside Require lines for 2.4. 2.4 tests both apart, and a request must pass both: an old `Deny from all` further out answers 403 (AH01797) whatever Require says further in. Write these lines as Require, or take the Require lines back and load mod_access_compat alone.',
    old: 'This tree is written for 2.4, but this file has {count} of access rules. 2.4 reads them as long as access_compat_module is loaded, and not quite as 2.2 did.{way}',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.2') return;
    const [message, level] = occurrencesOf(model, 'require').some(
      (line) => line.on24 === 'yes' && isRequireOf24(line),
    )
      ? (['mixed', 'warning'] as const)
      : (['old', 'info'] as const);
    const way = accessSignOf24(model) === null ? ' --as 2.2 migrates the tree as one of 2.2.' : '';
    for (const [first, ...more] of oldLinesByFile(model)) {
      if (first === undefined) continue;
      const count = more.length === 0 ? 'an old line' : `${more.length + 1} old lines`;
      report(placeOf(first), message, { level, data: { count, way } });
    }
  },
});

function oldLinesByFile(model: ServerModel): Iterable<Occurrence[]> {
  const byFile = new Map<string, Occurrence[]>();
  for (const line of oldLines(model)) {
    const known = byFile.get(line.file.path) ?? [];
    known.push(line);
    byFile.set(line.file.path, known);
  }
  return byFile.values();
}

/** Those that 2.4 reads whatever the server: lines in guards for one of the versions are no mix. */
function oldLines(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => ACCESS_OF_22.has(name)).filter(({ on24 }) => on24 === 'yes');
}
