import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { occurrencesOf, walkOccurrences, walkScopes } from '../../src/model/index.ts';
import { visit } from '../../src/syntax/index.ts';
import { modelOf, outline, problemsOf, serverOf } from './model-of.ts';

describe('scopes', () => {
  test('are the sections, each with what it is', () => {
    const { main } = serverOf(
      [
        '<VirtualHost *:80 *:81>',
        '<Directory ~ "^/a">\nAllow from all\n</Directory>',
        '<FilesMatch "x">\n<Limit GET PUT>\nDeny from all\n</Limit>\n</FilesMatch>',
        '<Location ~ /b>\n</Location>',
        '<Proxy ~ c>\n</Proxy>',
        '</VirtualHost>',
        '<AuthnProviderAlias file mine>\nAuthUserFile x\n</AuthnProviderAlias>',
        '<DIRECTORYMATCH ~>\n</DIRECTORYMATCH>',
      ].join('\n'),
    );
    expect(outline(main)).toEqual([
      'serverroot /etc/httpd',
      '<virtualhost *:80 *:81>',
      '  <directorymatch ^/a>',
      '    allow from all',
      '  <filesmatch x>',
      '    <limit GET PUT>',
      '      deny from all',
      '  <locationmatch /b>',
      '  <proxymatch c>',
      '<other file mine>',
      '  authuserfile x',
      '<directorymatch ~>',
    ]);
  });

  test('know their server', () => {
    const { main, virtualHosts } = serverOf(
      '<Location /a>\n</Location>\n<VirtualHost *>\n<Location /b>\n</Location>\n</VirtualHost>',
    );
    const servers = [...walkScopes(main)].map(({ args, server }) => [args[0], server.kind]);
    expect(servers).toEqual([
      [undefined, 'server'],
      ['/a', 'server'],
      ['*', 'virtualhost'],
      ['/b', 'virtualhost'],
    ]);
    expect(virtualHosts.map(({ server }) => server)).toEqual(virtualHosts);
    expect(main.server).toBe(main);
  });

  test('are numbered with their lines in reading order, over all files', () => {
    const model = serverOf('Listen 1\nInclude a\n<Location /a>\nDeny from all\n</Location>\nListen 3', {
      '/etc/httpd/a': 'Listen 2\n#LoadModule dir_module modules/mod_dir.so',
    });
    const places = [...walkOccurrences(model.main)].map(({ seq }) => seq);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(occurrencesOf(model, 'LISTEN').map(({ args }) => args[0])).toEqual(['1', '2', '3']);
    const [commented] = model.commentedModules;
    expect(commented?.seq).toBeGreaterThan(occurrencesOf(model, 'listen')[1]?.seq ?? Infinity);
  });

  test('have nothing in them where the server hands the body on unread', () => {
    const { main } = serverOf('<Perl>\nListen 80;\n</Perl>\nListen 1');
    expect(outline(main)).toEqual(['serverroot /etc/httpd', '<other >', 'listen 1']);
  });

  test('are read from text with mistakes, too', () => {
    const { main } = serverOf('</Directory>\n<Directory /a>\nDeny from all\n<Limit GET>\nListen 1');
    expect(outline(main).slice(1)).toEqual([
      '<directory /a>',
      '  deny from all',
      '  <limit GET>',
      '    listen 1',
    ]);
  });

  test.each(['<IfModule core.c>', '<Files x>', '<IfDefine !X>\n<Files x>'])(
    '%j may nest 250 deep; what is deeper is told',
    (open) => {
      const each = open.split('\n');
      const closing = each
        .map((line) => `</${/\w+/.exec(line)?.[0]}>\n`)
        .toReversed()
        .join('');
      const nested = (depth: number) => {
        const times = depth / each.length;
        return serverOf(`${open}\n`.repeat(times) + 'Deny from all\n' + closing.repeat(times));
      };
      expect(occurrencesOf(nested(250), 'deny')[0]?.on22).not.toBe('no');
      const tooDeep = nested(100_000);
      expect(occurrencesOf(tooDeep, 'deny')).toEqual([]);
      expect(problemsOf(tooDeep)).toEqual(['error nesting-too-deep /etc/httpd/conf/httpd.conf:252']);
    },
  );
});

describe('arguments', () => {
  test('are what the server reads: quotes off, variables put in once, from left to right', () => {
    const model = serverOf(
      'Define A x\nDefine B ${A}y\nErrorLog "${B}/${C}/${A"\nAlias ${map:key} ${D}',
      {},
      {
        environment: { C: '${A}', D: undefined },
      },
    );
    expect(outline(model.main).slice(3)).toEqual(['errorlog xy/${A}/${A', 'alias ${map:key} ${D}']);
    expect(problemsOf(model)).toEqual(['info undefined-variable /etc/httpd/conf/httpd.conf:5']);
  });

  test('become several where a value has spaces', () => {
    const model = serverOf(
      'Define NETS "10.1 \\"10.2 10.3\\""\nAllow from ${NETS} \\\n${NETS}x\nDeny from "${NETS}"',
    );
    expect(outline(model.main).slice(2)).toEqual([
      'allow from 10.1 10.2 10.3 10.1 10.2 10.3 x',
      'deny from 10.1  10.2 10.3""',
    ]);
  });

  test('without a value are told once for each name, and not where no server reads them', () => {
    const model = serverOf('ErrorLog ${X}\nCustomLog ${X}\n<IfVersion > 3>\nPidFile ${Z}\n</IfVersion>');
    expect(problemsOf(model)).toEqual(['info undefined-variable /etc/httpd/conf/httpd.conf:2']);
  });
});

describe('modules', () => {
  test('are the LoadModule lines in order, and those in comments', () => {
    const model = serverOf(
      'LoadModule dir_module modules/mod_dir.so\n# LoadModule foo\n#LoadModule ssl_module "modules/mod_ssl.so"\n## LoadModule a_module b c\n<IfVersion >= 2.4>\n# loadmodule mime_module\tmodules/mod_mime.so\n</IfVersion>',
    );
    expect(model.modules.map(({ identifier, modulePath }) => `${identifier} ${modulePath}`)).toEqual([
      'dir_module modules/mod_dir.so',
    ]);
    expect(
      model.commentedModules.map(({ identifier, modulePath, on24 }) => [identifier, modulePath, on24]),
    ).toEqual([
      ['ssl_module', 'modules/mod_ssl.so', 'yes'],
      ['mime_module', 'modules/mod_mime.so', 'yes'],
    ]);
  });
});

describe('any text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Include a',
      'Include *',
      'Include /',
      'LoadModule x_module y',
      'Define A ${A}${B}',
      'ServerRoot ${A}',
      'ServerRoot "/"',
      'DocumentRoot /',
      'AccessFileName x y',
      'AllowOverride None',
      '<IfModule !mod_x.c>',
      '</IfModule>',
      '<Directory />',
      '</Directory>',
      '<VirtualHost',
      '</VirtualHost>',
      '<Perl>',
      '#LoadModule x_module y',
      '\\',
      '"',
    ),
    fc.string(),
  );

  test('becomes a model with every directive in it once, or a failure; nothing is thrown', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.array(line, { maxLength: 10 }), (main, other) => {
        const files = { '/s/httpd.conf': `ServerRoot /s\n${main.join('\n')}`, '/s/a': other.join('\n') };
        const model = modelOf(files);
        let nodes = 0;
        for (const file of model.files.values()) {
          visit(file.document, (node) => {
            if (node.type === 'directive')
              nodes += file.role === 'htaccess' ? 0 : Math.max(file.reachedBy.length, 1);
          });
        }
        expect([...walkOccurrences(model.main)]).toHaveLength(nodes);
      }),
    );
  });
});
