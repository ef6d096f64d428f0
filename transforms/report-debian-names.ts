import { posix } from 'node:path';
import type { IncludeLine, ModelFile } from '../src/model/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportDebianNames = defineTransform({
  id: 'report-debian-names',
  title: "Report sites whose names Debian's 2.4 passes over",
  stage: 'findings',
  rows: [],
  directives: ['Include'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: "In Debian's layout, names the files of sites-enabled and conf.d whose names do not end in .conf, at the Include line that reads them.",
    why: "The main file that comes with Debian's 2.4 reads `sites-enabled/*.conf` and `conf-enabled/*.conf` only, and a2ensite, a2dissite and a2enconf know no other names (/usr/share/doc/apache2/NEWS.Debian.gz). Sites with other names are gone, without a word, as soon as that file takes the place of this one.",
    before: 'Include sites-enabled/',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Files and links are not renamed. Mind the order when you do: the first site of an address answers for names that no site has.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#includeoptional',
  },
  messages: {
    names:
      "This line goes on reading {names} in 2.4, but the main file of Debian's 2.4 reads names that end in .conf only, and so do a2ensite and a2dissite. Before you take that file, rename them: `mv {first} {first}.conf` in {folder}, and the link likewise.",
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.layout !== 'debian') return;
    for (const include of model.includes.filter(readsWholeFolder)) {
      const others = include.files.filter(({ path }) => !path.endsWith('.conf'));
      const [first] = others;
      if (first === undefined) continue;
      const data = {
        names: others.map(nameOf).join(', '),
        first: nameOf(first),
        folder: posix.basename(posix.dirname(first.path)),
      };
      report(placeOf(include.occurrence), 'names', { data });
    }
  },
});

/** `Include sites-enabled/`, `Include conf.d/*`: every name that lies there. */
function readsWholeFolder({ path, occurrence }: IncludeLine): boolean {
  return occurrence.on22 !== 'no' && /\/(?:sites-enabled|conf\.d)(?:\/\*?)?$/.test(path);
}

function nameOf({ path }: ModelFile): string {
  return posix.basename(path);
}
