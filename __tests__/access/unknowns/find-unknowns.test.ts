import { describe, expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

// Sections whose rules are not looked into.

const HEAD = 'ServerRoot /srv/httpd\nListen 80\n';

function unknownLines(text: string): readonly string[] {
  const { unknowns } = migrated({ [MAIN]: HEAD + text });
  return unknowns.filter(({ bearing }) => bearing === 'access').map(({ subject }) => subject);
}

const MACRO = `<Macro Site $name $net>
  <Directory /srv/$name>
    Order deny,allow
    Allow from $net
  </Directory>
</Macro>
Use Site a.example 10.0.0.0/8
`;

describe('a macro', () => {
  test('with access rules: an unknown', () => {
    expect(unknownLines(MACRO)).toEqual(['<Macro Site $name $net>']);
  });

  test('that only 2.2 reads, or without rules: none', () => {
    expect(unknownLines(`<IfModule !mod_authz_core.c>\n${MACRO}</IfModule>\n`)).toEqual([]);
    expect(unknownLines(MACRO.replace(/.*(?:Order|Allow).*\n/g, ''))).toEqual([]);
  });
});

describe('<Perl>', () => {
  const perl = (body: string) =>
    unknownLines(`LoadModule perl_module modules/mod_perl.so\n<Perl>\n${body}\n</Perl>\n`);

  test.each([
    'push @Alias, ["/x", "/srv/x"];',
    '$Location{"/y"} = { Order => "allow,deny" };',
    'do "sites.pl";',
  ])('%s: an unknown', (body) => expect(perl(body)).toEqual(['<Perl>']));

  test.each(['use lib "/srv/lib"; # ours', '# push @Alias\nuse Apache2::Const ();\n1;', ''])(
    '%s: none',
    (body) => expect(perl(body)).toEqual([]),
  );
});
