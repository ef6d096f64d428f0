import { isLeftover } from '../src/model/index.ts';
import { posix } from 'node:path';
import type { IncludeLine, ServerModel } from '../src/model/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import type { Fix, TransformContext } from '../src/transform/index.ts';
import { folderOf, hasItsLinks, isOfIspConfig, linesOfFolder, staysDebian } from './shared/debian-folders.ts';
import { planSiteNames, type SitePlan } from './shared/site-names.ts';

export const giveSitesConfNames = defineTransform({
  id: 'give-sites-conf-names',
  title: "Give sites names that Debian's 2.4 knows",
  stage: 'modules',
  rows: [],
  directives: ['Include'],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: "In Debian's layout, renames each site that is switched on so that its name ends in .conf: the link in sites-enabled, and the file in sites-available that it leads to, which takes the link's name (sites-available/default becomes 000-default.conf, as in Debian's own package). Include lines that name the file follow. If a site comes behind another one by its new name (shop behind shop-old: a hyphen sorts before a period) and both have hosts of one port, the fix is review, unless another host comes before both and they share no name.",
    why: "a2ensite and a2dissite of 2.4 know a site only by a name that ends in .conf, and only if link and file have the same name; the main file of Debian's 2.4 reads `sites-enabled/*.conf`: sites with other names silently stop being read as soon as it takes the place of this one (/usr/share/doc/apache2/NEWS.Debian.gz, 2.4.1-1).",
    before: 'Include sites-enabled/',
    after:
      '(the line stays; sites-available/default becomes 000-default.conf, and so does its link in sites-enabled)',
    undo: 'Rename the file and the link back; the line that reads sites-enabled must then read names without .conf, too.',
    limits:
      'Sites that are not switched on are only named: they are not read, and so not migrated either. Sites of ISPConfig (`*.vhost`) keep their names, by which it makes them anew. A link from elsewhere to a file of sites-available is not seen. Where the new name is taken, or an Include line would read something else, the site keeps its name, and the finding says why. A text for both versions (--dual) keeps all names.',
    link: 'https://wiki.debian.org/Apache',
  },
  messages: {
    renamed:
      "a2ensite, a2dissite and the main file of Debian's 2.4 know a site only by a name that ends in .conf: {names}.",
    moved:
      "a2ensite, a2dissite and the main file of Debian's 2.4 know a site only by a name that ends in .conf. But as {newNames} it is read after {others}, and the first virtual host of an address answers for names that no other has. Choose a name by which it stays before (010-{newNames}), or use --apply review, which is refused where another host would answer.",
    kept: "{names} should be called {newNames}: a2ensite, a2dissite and the main file of Debian's 2.4 know a site only by a name that ends in .conf. But {reason}. It is still read as long as this tree's own main file stays; choose a name yourself.",
    ispconfig:
      '{names}: ISPConfig calls its sites so and makes them anew under these names, so they stay, and so must this line, which reads them. If a new main file takes the place of this one, have it read sites-enabled/ whole, as the update of ISPConfig does.',
    disabled:
      '{names} in sites-available: not switched on, so not read and not migrated. Migrate such a file alone (give its path) before it is switched on; a2ensite wants its name to end in .conf.',
  },
  run(context) {
    const { model, report } = context;
    if (!staysDebian(context)) return;
    for (const line of linesOfFolder(model, 'sites-enabled')) {
      const plans = planSiteNames(model, line);
      const safe = plans.filter(({ obstacle, behind }) => obstacle === null && behind.length === 0);
      if (safe.length > 0) {
        const data = { names: listed(safe.flatMap(renames)) };
        report(placeOf(line.occurrence), 'renamed', { data, fix: fixOf(safe, 'safe') });
      }
      for (const plan of plans) if (!safe.includes(plan)) reportOne(plan, context);
      const ofPanel = line.names.map((name) => posix.basename(name)).filter(isOfIspConfig);
      if (ofPanel.length > 0)
        report(placeOf(line.occurrence), 'ispconfig', { level: 'warning', data: { names: listed(ofPanel) } });
      const disabled = disabledSites(model, line);
      if (disabled.length > 0)
        report(placeOf(line.occurrence), 'disabled', {
          level: 'warning',
          data: { names: listed(disabled) },
        });
    }
  },
});

type Context = TransformContext<'renamed' | 'moved' | 'kept' | 'ispconfig' | 'disabled'>;

function renames({ names, newNames }: SitePlan): string[] {
  return names.map((name, at) => `${name} becomes ${newNames[at]}`);
}

function fixOf(plans: readonly SitePlan[], applicability: Fix['applicability']): Fix {
  return {
    title: 'Give sites names that end in .conf',
    applicability,
    edits: plans.flatMap(({ edits }) => edits),
    fileChanges: plans.flatMap(({ changes }) => changes),
  };
}

function reportOne(plan: SitePlan, { report }: Context): void {
  const place = { file: plan.file, span: null };
  const data = { names: plan.names.join(', '), newNames: plan.newNames.join(', ') };
  if (plan.obstacle !== null) {
    report(place, 'kept', { data: { ...data, reason: plan.obstacle }, level: 'warning' });
  } else {
    report(place, 'moved', {
      data: { ...data, others: plan.behind.join(', ') },
      fix: fixOf([plan], 'review'),
    });
  }
}

function disabledSites(model: ServerModel, line: IncludeLine): string[] {
  if (!hasItsLinks(model, folderOf(line))) return [];
  const items = model.itemsIn(posix.join(posix.dirname(folderOf(line)), 'sites-available')) ?? [];
  const unread = items.filter(
    ({ kind, path, name }) => kind === 'file' && !model.files.has(path) && !isLeftover(name),
  );
  return unread.map(({ name }) => name);
}

const MOST_NAMES = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
