import { outOfLimits, quotedLine, type Occurrence, type Scope } from '../src/model/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { inheritedBy } from './shared/inherited-by.ts';

export const writeBasicDefaults = defineTransform({
  id: 'write-basic-defaults',
  title: 'Keep sections from inheriting one line of mod_auth_basic beside the other',
  stage: 'directives',
  rows: [],
  directives: ['AuthBasicProvider', 'AuthBasicAuthoritative'],
  applicability: 'safe',
  docs: {
    does: 'Where a section has one of AuthBasicProvider and AuthBasicAuthoritative, and one around or before it says the other, it writes the default of the other: `AuthBasicProvider file` or `AuthBasicAuthoritative On`.',
    why: 'In 2.2 a section with either line starts anew: mod_auth_basic has no function that merges, and the other setting is the default again. In 2.4 it has one, and what the section does not say is inherited: other passwords would count.',
    before: '<Location "/a">\n    AuthBasicAuthoritative On\n</Location>',
    after: '<Location "/a">\n    AuthBasicAuthoritative On\n    AuthBasicProvider file\n</Location>',
    undo: 'Remove the line where what is around the section should be inherited.',
    limits:
      'Where a file is included in several sections, and only some of them have the other line, a finding says so and nothing is written.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_basic.html',
  },
  messages: {
    provider:
      '2.2 starts anew with `{line}` here, and looks passwords up in AuthUserFile. 2.4 would inherit `{inherited}`.',
    authoritative:
      '2.2 starts anew with `{line}` here, and refuses users whom no provider knows. 2.4 would inherit `{inherited}`.',
    shared:
      '2.2 starts anew with `{line}` here, where 2.4 would inherit `{inherited}`. The file is included in several sections, and some of these say it themselves: write `{wanted}` into the others.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_authn_file.c') === 'no') return;
    const providers = findDirectives(model, 'AuthBasicProvider');
    const switches = findDirectives(model, 'AuthBasicAuthoritative');
    const isOff = ({ args }: Occurrence) => args[0]?.toLowerCase() === 'off';
    const isOther = ({ args }: Occurrence) => args.length !== 1 || args[0]?.toLowerCase() !== 'file';
    const wants = [
      { id: 'provider', wanted: 'AuthBasicProvider file', lines: switches, own: providers, tells: isOther },
      {
        id: 'authoritative',
        wanted: 'AuthBasicAuthoritative On',
        lines: providers,
        own: switches,
        tells: isOff,
      },
    ] as const;
    for (const { id, wanted, lines, own, tells } of wants) {
      const inherited = own.filter(tells);
      if (inherited.length === 0) continue;
      const saying = new Set(own.map(({ scope }) => outOfLimits(scope)));
      const ofServer = groupBy(inherited, ({ scope }) => scope.server);
      const reaching = ({ server }: Scope): readonly Occurrence[] =>
        server === model.main ? inherited : [model.main, server].flatMap((each) => ofServer.get(each) ?? []);
      for (const [, copies] of groupBy(lines, ({ node }) => node)) {
        const lacking = copies.filter(({ scope }) => !saying.has(outOfLimits(scope)));
        const from = lacking.flatMap(({ scope }) => inheritedBy(outOfLimits(scope), reaching(scope)))[0];
        const line = copies.at(-1);
        if (from === undefined || line === undefined) continue;
        const data = { line: quotedLine(line), inherited: quotedLine(from), wanted };
        if (lacking.length < copies.length) {
          report(placeOf(line), 'shared', { data, level: 'error' });
          continue;
        }
        const edits = insertAfter(line, [wanted]);
        report(placeOf(line), id, { data, fix: { title: `Write ${wanted}`, applicability: 'safe', edits } });
        for (const { scope } of lacking) saying.add(outOfLimits(scope));
      }
    }
  },
});
