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

describe('a folder of Windows', () => {
  const subjects = (section: string) => {
    const folder = MAIN.replace('/conf/httpd.conf', '');
    const { unknowns } = migrated({
      [MAIN]: `ServerRoot C:/Apache2\nListen 80\nDocumentRoot C:/Apache2/htdocs\n<Directory C:/Apache2/htdocs>\nAllowOverride All\n</Directory>\n${section}`,
      [`${folder}/htdocs/Private/.htaccess`]: 'Order allow,deny\nDeny from all\n',
    });
    return unknowns.map(({ kind, subject }) => [kind, subject]);
  };

  test('in other letters than the disk has, where a .htaccess file is: an unknown', () => {
    expect(subjects('<Directory C:/Apache2/htdocs/private>\nSatisfy any\n</Directory>\n')).toEqual([
      ['spelling', 'C:/Apache2/htdocs/private'],
    ]);
  });

  test('as the disk has it: none', () => {
    expect(subjects('<Directory C:/Apache2/htdocs/Private>\nSatisfy any\n</Directory>\n')).toEqual([]);
  });
});

describe('a ServerRoot without a drive', () => {
  const RULES =
    'DocumentRoot /xampp/htdocs\n<Directory /xampp/htdocs>\nOrder allow,deny\nAllow from all\n</Directory>\n';
  const spelled = (root: string, php: string) =>
    migrated({ [MAIN]: `ServerRoot ${root}\nLoadModule php5_module ${php}\n${RULES}` }).unknowns.flatMap(
      ({ kind, subject }) => (kind === 'spelling' ? [subject] : []),
    );

  test('where files of Windows are loaded: an unknown', () => {
    expect(spelled('/xampp/apache', '/xampp/php/php5apache2_2.dll')).toEqual(['ServerRoot /xampp/apache']);
  });

  test('of another system, or with a drive: none', () => {
    expect(spelled('/xampp/apache', 'modules/libphp5.so')).toEqual([]);
    expect(spelled('C:/xampp/apache', '/xampp/php/php5apache2_2.dll')).toEqual([]);
  });
});
