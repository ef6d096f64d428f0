import { readPermitted } from '../src/catalog/index.ts';
import { isFilledIn } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const dropUnknownOverrides = defineTransform({
  id: 'drop-unknown-overrides',
  title: 'Drop words after Options= that are no options',
  stage: 'directives',
  rows: [],
  directives: ['AllowOverride'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Ends the list after `Options=` in AllowOverride where 2.2 ended it: before the first word that is no option.',
    why: '2.4 refuses such a word since 2.4.64 ("Illegal option"). 2.2 and earlier releases of 2.4 passed over it and all after it without a message (`set_override` and `set_allow_opts` in server/core.c). Signs and quotes are not taken off: `Options=+Indexes` and `Options="Indexes"` permit nothing.',
    before: 'AllowOverride Options=Indexes,FollowSymlink,MultiViews',
    after: 'AllowOverride Options=Indexes',
    undo: 'Nothing to undo: 2.4 does not start with the old line.',
    limits: 'For a target before 2.4.64 the line stays.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowoverride',
  },
  messages: {
    dropped:
      '2.4 refuses {word} here: it is no option. 2.2 permitted what stands before it in the list ({permitted}), and no more. If .htaccess files should be permitted more, name it.',
  },
  run({ model, target, report }) {
    if (!isSince(target, '2.4.64')) return;
    for (const line of findDirectives(model, 'AllowOverride')) {
      for (const [index, written] of line.args.entries()) {
        const [, name, list = ''] = /^(options)=(.+)$/is.exec(written) ?? [];
        if (name === undefined || isFilledIn(written, line)) continue;
        const { permitted: read, odd } = readPermitted(list);
        if (odd === null) continue;
        const permitted = read.join(',') || 'None';
        report(placeOf(line), 'dropped', {
          level: 'warning',
          data: { word: odd, permitted },
          fix: {
            title: `Write ${name}=${permitted}`,
            applicability: 'safe',
            edits: setArgument(line, index, `${name}=${permitted}`),
          },
        });
      }
    }
  },
});
