import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportRedHatFolders = defineTransform({
  id: 'report-red-hat-folders',
  title: "Report folders of Red Hat's package that have moved",
  stage: 'findings',
  rows: [],
  directives: ['Alias'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: "Names the first Alias line for `/var/www/icons`, and that for `/var/www/error`, where the target is Red Hat's.",
    why: "Red Hat's package of 2.2 put the icons of listings and its error pages below /var/www. That of 2.4 (RHEL 7, Fedora 18) has them below /usr/share/httpd: listings have no icons, and ErrorDocument lines for /error/ send a page that is not there.",
    before: 'Alias /icons/ "/var/www/icons/"',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Whether the folder comes along with the rest of /var/www is not known. The proof compares folders by their names, so no Alias is led elsewhere.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#addicon',
  },
  messages: {
    moved:
      "Red Hat's 2.4 has no {old}: its package puts the folder into {new}. When the rest is done, lead the Alias and its Directory section there, or copy the folder from the old server.",
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || target.family !== 'rhel' || model.layout !== 'rhel') return;
    const aliases = findDirectives(model, 'Alias').filter(({ on22 }) => on22 !== 'no');
    for (const [old, now] of MOVED) {
      const line = aliases.find(({ args }) => `${args[1] ?? ''}/`.startsWith(`${old}/`));
      if (line !== undefined) report(placeOf(line), 'moved', { level: 'warning', data: { old, new: now } });
    }
  },
});

const MOVED = [
  ['/var/www/icons', '/usr/share/httpd/icons'],
  ['/var/www/error', '/usr/share/httpd/error'],
] as const;
