import { halfRefusedFiles } from '../src/access/index.ts';
import { appendChild, defineTransform, placeOfScope } from '../src/transform/index.ts';

export const keepHtaccessRefusals = defineTransform({
  id: 'keep-htaccess-refusals',
  title: 'Keep .htaccess files refused in the virtual hosts that refused them',
  stage: 'access',
  rows: [],
  directives: ['AllowOverride'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Where a virtual host refuses a .htaccess file, since its AllowOverride permits AuthConfig and not the Limit that Order asks for, and 2.4 would take the file, it writes an AllowOverride for that folder into the host.',
    why: '2.2 answers 500 to whatever lies below a .htaccess file that says what AllowOverride does not permit. If another host takes the file, it is rewritten, and then says Require, which AuthConfig permits: 2.4 would take it in both, and let people in where 2.2 let in nobody.',
    before:
      '<VirtualHost *:80>\n    ServerName b.example\n    DocumentRoot /srv/www\n    <Directory /srv/www>\n        AllowOverride AuthConfig\n    </Directory>\n</VirtualHost>',
    after:
      '<VirtualHost *:80>\n    ServerName b.example\n    DocumentRoot /srv/www\n    <Directory /srv/www>\n        AllowOverride AuthConfig\n    </Directory>\n    <Directory "/srv/www/staff">\n        AllowOverride Indexes\n    </Directory>\n</VirtualHost>',
    undo: 'Remove the section if the file should count in this host, too.',
    limits: 'The main server beside its virtual hosts is left as it is: they would inherit the section.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowoverride',
  },
  messages: {
    written:
      'In this host AllowOverride does not permit what the .htaccess file in {folder} says: 2.2 answers 500 to all below it. 2.4 would accept the file, as it is rewritten for another host or has lines for 2.4 already. It stays refused here; remove this section, or permit AuthConfig and Limit, if the file should apply.',
  },
  run({ model, options, writtenFor, report }) {
    if (options.access !== 'require' || writtenFor === '2.4') return;
    for (const { server, folder } of halfRefusedFiles(model)) {
      const { file, node } = server;
      if (node === null) continue;
      // Whatever permits neither host rules nor Require: with None the file would not be read at all.
      const lines = [`<Directory "${folder}">`, '\tAllowOverride Indexes', '</Directory>'];
      report(placeOfScope(server), 'written', {
        level: 'warning',
        data: { folder },
        fix: {
          title: 'Keep the .htaccess file refused',
          applicability: 'safe',
          edits: appendChild({ file, node }, lines),
        },
      });
    }
  },
});
