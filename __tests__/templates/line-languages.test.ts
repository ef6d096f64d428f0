// Languages whose choices are lines of their own, and lines of languages that are not known.
import { describe, expect, test } from '@jest/globals';
import { findPlaceholders, findTags, templateParts } from '../../src/syntax/index.ts';
import { differencesOf, migrateText } from './migrate-template.ts';

/** Around a line that may be left out. */
const CHOICES: Readonly<Record<string, readonly [begin: string, otherwise: string, end: string]>> = {
  preprocessor: ['#ifdef PUBLIC', '#else', '#endif'],
  Velocity: ['#if($open)', '#else', '#end'],
  'Velocity in braces': ['#if( $open )', '#{else}', '#{end}'],
  Cheetah: ['#if $open:', '#else', '#end if'],
  Mako: ['% if open:', '% else:', '% endif'],
  'Jinja with statements behind #': ['# if open', '# else', '# endif'],
  'Jinja with statements behind %%': ['%% if open', '%% else', '%% endif'],
  Terraform: ['%{ if open ~}', '%{ else ~}', '%{ endif ~}'],
  DirectAdmin: ['|*if OPEN="1"|', '|*else|', '|*endif|'],
  Blade: ['@if ($open)', '@else', '@endif'],
  'a question of Blade': ['@isset($open)', '@else', '@endisset'],
  FreeMarker: ['<#if open>', '<#else>', '</#if>'],
  Smarty: ['{if $open}', '{else}', '{/if}'],
  m4: ["ifdef(`PUBLIC', `", "', `", "')"],
};

const section = (...lines: readonly string[]): string =>
  ['<Location /a>', 'Order deny,allow', ...lines, '</Location>', ''].join('\n');

describe.each(Object.entries(CHOICES))('%s', (_, [begin, otherwise, end]) => {
  const [open, shut] = ['Allow from all', 'Deny from all'];

  test('its choices are branches', () => {
    const { after, told } = migrateText(section(begin, open, otherwise, shut, end));
    expect(told).toEqual([]);
    expect(after).not.toMatch(/Order|Allow|Deny/);
    const kept = [
      after.replace(cut(otherwise, end), ''),
      after.replace(cut(begin, otherwise), '').replace(`${end}\n`, ''),
    ];
    const [yes = '', no = ''] = [kept[0]!.replace(`${begin}\n`, ''), kept[1]!];
    expect(differencesOf(section(open), yes)).toEqual([]);
    expect(differencesOf(section(shut), no)).toEqual([]);
  });

  test('an end that nothing began is told', () => {
    const text = section(shut, open, end);
    const { after, told } = migrateText(text);
    const isComment = end.startsWith('#');
    expect(told.length > 0).toBe(!isComment);
    expect(after === text).toBe(!isComment);
  });
});

test.each(['#', '%%'])(
  'the other case of a loop of lines behind %s is there only without a round',
  (sign) => {
    const loop = [`${sign} for net in nets`, 'Allow from 10.0.0.{{ net }}', `${sign} else`, 'Allow from all'];
    const { after, told } = migrateText(section('Deny from all', ...loop, `${sign} endfor`));
    expect(told).toEqual([]);
    const [head, round, other, end] = ['for net in nets', 'Require ip 10.0.0.{{ net }}', 'else', 'endfor'];
    const lines = [`${sign} ${head}`, round, `${sign} ${other}`, 'Require all granted', `${sign} ${end}`];
    expect(after).toBe(['<Location /a>', ...lines, '</Location>', ''].join('\n'));
  },
);

function cut(from: string, to: string): RegExp {
  const [a, b] = [from, to].map((line) => line.replace(/[^\w\s]/g, String.raw`\$&`));
  return new RegExp(`^[ \\t]*${a}\\n[^]*?^[ \\t]*${b}\\n`, 'm');
}

describe('statements of Jinja in lines that are comments to a server', () => {
  const choice = ['# if open', 'Allow from all', '# endif'];

  test('are told from prose by the word that ends them', () => {
    const prose = ['# for the office, as agreed', '# while we move', '# else nobody', '# endfor'];
    const { after, told } = migrateText(section('Deny from all', ...choice, ...prose));
    expect(told).toEqual([]);
    expect(differencesOf(section('Deny from all'), after.replace(cut('# if open', '# endif'), ''))).toEqual(
      [],
    );
  });

  test('leave prose before and in them alone', () => {
    const lines = ['# if you move it, tell us', '# if open', '# for us', 'Allow from all', '# endif'];
    const { after, told } = migrateText(section('Deny from all', ...lines));
    expect(told).toEqual([]);
    const shut = after.replace(cut('# if open', '# endif'), '');
    expect(shut).toContain('# if you move it');
    expect(differencesOf(section('Deny from all'), shut)).toEqual([]);
  });

  test('bring in lines', () => {
    const text = section('Deny from all', ...choice, '# include "acl.conf"');
    const { after, told } = migrateText(text);
    expect(after).toBe(text);
    expect(told.join()).toContain('`# include "acl.conf"` is nothing that httpd reads');
  });

  test.each([['site.conf.mustache'], ['site.conf.epp']])('are comments in %s', (name) => {
    const { after, told } = migrateText(section('Deny from all', ...choice), name);
    expect(told).toEqual([]);
    expect(after).toContain('Require all granted');
    expect(after).not.toContain('Require all denied');
  });

  test.each([['site.conf.j2'], ['site.conf']])('are read in %s', (name) => {
    const { after } = migrateText(
      section('Deny from all', '# for net in nets', 'Allow from {{ net }}', '# endfor'),
      name,
      new Map([['net', 'addresses']]),
    );
    expect(after).toContain('Require all denied\n# for net in nets\nRequire ip {{ net }}\n# endfor');
  });
});

describe('what two tags ask', () => {
  const testsOf = (text: string) =>
    (templateParts(text, findTags(text)) ?? []).flatMap((part) =>
      part.type === 'block'
        ? part.branches.map(({ block: { test: asked, isNegated } }) => [asked, isNegated])
        : [],
    );
  const choice = (asked: string) => `{% if ${asked} %}\nx\n{% endif %}\n`;

  test.each([
    ['a', 'not a'],
    ['a == 1', 'not (a == 1)'],
    ['(a) and (b)', 'not ((a) and (b))'],
    ['@nets.empty?', '!@nets.empty?'],
    ['@nets.include?(x)', '!@nets.include?(x)'],
  ])('is the same, and the answer the other one: %s', (one, other) => {
    const [first, second] = testsOf(choice(one) + choice(other));
    expect(second).toEqual([first?.[0], true]);
  });

  // `not` binds more tightly than `and`.
  test.each([
    ['(a) and (b)', 'not (a) and (b)'],
    ['a == 1', 'not a == 1'],
  ])('is another question: %s', (one, other) => {
    const [first, second] = testsOf(choice(one) + choice(other));
    expect(first?.[0]).not.toBe(second?.[0]);
  });
});

test.each(['for net in @nets', 'while more?', 'until done? do', '@nets.each do |net|'])(
  '%s of ERB begins a loop',
  (head) => {
    const text = section('Deny from all', `<% ${head} %>`, 'Allow from 10.0.0.0/8', '<% end %>');
    const { after, told } = migrateText(text, 'site.conf.erb');
    expect(told).toEqual([]);
    expect(after).toContain(`<% ${head} %>\nRequire ip 10.0.0.0/8\n<% end %>`);
  },
);

test.each(['divert(0)', 'changequote([,])'])('%s alone tells m4, whose words stand for lines', (line) => {
  const text = `${line}\n${section('Deny from all', 'SITE_RULES')}`;
  const { after, told } = migrateText(text);
  expect(after).toBe(text);
  expect(told.join()).toContain('SITE_RULES stands for whole lines');
});

describe('a host that is a macro of m4, or has one in it', () => {
  const rules = (word: string) => section('Deny from all', `Allow from ${word}`);

  test.each(['NET.0', 'NET', 'WWW.example.com'])('%s is not known', (word) => {
    const { after, told } = migrateText(rules(word), 'x.m4');
    expect(after).toBe(rules(word));
    expect(told.join()).toContain(`--assume ${word}=addresses`);
    const said = migrateText(rules(word), 'x.m4', new Map([[word, 'addresses']]));
    expect(said.after).toContain(`\nRequire ip ${word}\n<`);
  });

  test.each(['NET/24', '10.NET.0'])('%s is an address', (word) => {
    const { after, told } = migrateText(rules(word), 'x.m4');
    expect(told).toEqual([]);
    expect(after).toContain(`\nRequire ip ${word}\n<`);
  });

  test('any word is one that the file defines', () => {
    const text = `define(\`office', \`10.0.0.0/8')dnl\n${rules('office')}`;
    const { after, told } = migrateText(text, 'x.m4');
    expect(after).toBe(text);
    expect(told.join()).toContain('--assume office=addresses');
  });

  test.each([
    ['ALL', 'Require all granted'],
    ['localhost', 'Require host localhost'],
  ])('%s is none', (word, becomes) => {
    expect(migrateText(rules(word), 'x.m4').after).toContain(`\n${becomes}\n<`);
  });
});

describe.each(['site.conf.erb', 'site.conf'])('lines of Ruby behind %%, in %s', (name) => {
  test.each([
    ['% if @open', '% end'],
    ['% @nets.each do |net|', '% end'],
    ['%unless @shut', '%end'],
  ])('%s is a branch or loop', (begin, end) => {
    const { after, told } = migrateText(section('Deny from all', begin, 'Allow from 10.0.0.0/8', end), name);
    expect(told).toEqual([]);
    expect(after).toContain(`Require all denied\n${begin}\nRequire ip 10.0.0.0/8\n${end}`);
  });

  test('that do not fit are told', () => {
    const text = section('Deny from all', '% if @open', 'Allow from all');
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told.join()).toContain('`% if @open` is nothing that httpd reads');
  });

  test('of which the end stands before the beginning are told', () => {
    const text = section('Deny from all', '% end', 'Allow from all', '% if @open');
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told.join()).toContain('`% end` is nothing that httpd reads');
  });
});

test.each([
  '<% @nets.each { |net| _erbout << "Allow from #{net}\\n" } %>',
  '<% _erbout.concat("Allow from all\\n") if @open -%>',
])('what ERB is told to put out may be any line: %s', (code) => {
  const text = section('Deny from all', code);
  const { after, told } = migrateText(text, 'site.conf.erb');
  expect(after).toBe(text);
  expect(told.join()).toContain('stands for whole lines');
});

describe('PHP', () => {
  test.each([
    '<?php echo $VAR->includeTemplate("acl.php") ?>',
    '<?php include "acl.php"; ?>',
    '<?php print_acl($VAR) ?>',
    '<?php if ($open) { echo "Allow from all\\n"; } ?>',
    '<?php foreach ($nets as $net) { echo "Allow from $net\\n"; } ?>',
    '<?php $net = 1; printf("Allow from %s", $net); ?>',
  ])('what prints may be any line: %s', (code) => {
    const text = section('Deny from all', code);
    const { after, told } = migrateText(text, 'x.conf.php');
    expect(after).toBe(text);
    expect(told.join()).toContain('stands for whole lines');
  });

  test.each(['<?php $open = true; ?>', '<?php // if (open) ?>', '<?php /* echo */ ?>', '<?php # end ?>'])(
    'what prints nothing is no line: %s',
    (code) => {
      const { after, told } = migrateText(section('Deny from all', code), 'x.conf.php');
      expect(told).toEqual([]);
      expect(after).toContain('Require all denied');
    },
  );

  test('asks what its strings say, and not what its comments do', () => {
    const lines = [
      '<?php if ($on == "a"): // the end ?>',
      'x',
      '<?php elseif ($on == "b"): ?>',
      'x',
      '<?php endif; ?>',
      '',
    ];
    const text = lines.join('\n');
    const parts = templateParts(text, findTags(text)) ?? [];
    const tests = parts.map((part) => part.type === 'block' && part.branches.map(({ block }) => block.test));
    expect(tests).toEqual([[expect.stringContaining('$on == "a"'), expect.stringContaining('$on == "b"')]]);
  });

  test('takes away the line ending after its tag', () => {
    const lines = ['Deny from all', 'Allow from <?= $net ?>', 'Satisfy any'];
    const text = section(...lines);
    expect(migrateText(text, 'x.conf.php', new Map([['net', 'addresses']])).after).toBe(text);
    const parted = migrateText(
      section(...lines.join('\n\n').split('\n')),
      'x.conf.php',
      new Map([['net', 'addresses']]),
    );
    expect(parted.after).toMatch(/Require ip <\?= \$net \?>\n\n/);
  });
});

describe('marks in comments between which a hosting panel (i-MSCP) keeps lines, or takes them out', () => {
  const [begin, end] = ['# SECTION open BEGIN.', '# SECTION open END.'];

  test('are branches', () => {
    const { after, told } = migrateText(
      section('Deny from all', `    ${begin}`, 'Allow from all', `    ${end}`),
    );
    expect(told).toEqual([]);
    const kept = after.replace(begin, '').replace(end, '');
    expect(differencesOf(section('Deny from all', 'Allow from all'), kept)).toEqual([]);
    expect(differencesOf(section('Deny from all'), after.replace(cut(begin, end), ''))).toEqual([]);
  });

  test('are comments where one is missing', () => {
    const { after, told } = migrateText(section('Deny from all', begin, 'Allow from all'));
    expect(told).toEqual([]);
    expect(after).toContain('Require all granted');
  });
});

describe('##NAME## in a line of its own', () => {
  test('stands for lines where the file has such names elsewhere', () => {
    const text = `ServerName ##HOST##\n${section('Deny from all', '  ##ACL##')}`;
    const { after, told } = migrateText(text);
    expect(after).toBe(text);
    expect(told.join()).toContain('##ACL## stands for whole lines');
  });

  test('is a comment elsewhere', () => {
    const { after, told } = migrateText(section('##ACL##', 'Deny from all'));
    expect(told).toEqual([]);
    expect(after).toContain('Require all denied');
  });
});

describe.each([
  ['{{ net -}}', 'x.conf.tpl'],
  ['{{net~}}', 'x.conf.hbs'],
  ['[% net -%]', 'x.conf.tt'],
])('%s takes away the line ending after it', (tag, name) => {
  test('so the lines stay', () => {
    const text = section('Deny from all', `Allow from ${tag}`, 'Satisfy any');
    expect(migrateText(text, name, new Map([['net', 'addresses']])).after).toBe(text);
  });
});

test.each(['<% $acl %>', '<% include acl.conf %>', '[% SET x = 1; IF x; "Allow from all"; END %]'])(
  'what may print is a line: %s',
  (code) => {
    const text = section('Deny from all', code);
    const { after, told } = migrateText(text);
    expect(after).toBe(text);
    expect(told.length).toBeGreaterThan(0);
  },
);

test('a comment that begins with the word is a comment', () => {
  const { after, told } = migrateText(section('#if you open it, tell us', 'Deny from all', '#else', '# end'));
  expect(told).toEqual([]);
  expect(after).toContain('Require all denied');
});

describe('a line that no server reads, and no known language', () => {
  test.each([
    ['{?open}', '{/open}'],
    ['[if open]', '[/if]'],
    ['((* if open *))', '((* endif *))'],
    ['!if open', '!endif'],
    ['.if open', '.endif'],
    ['// if', '// end'],
    ['if [ "$open" = 1 ]; then', 'fi'],
    ['open {', '}'],
    ['<dtml-if open>', '</dtml-if>'],
    ['<xsl:if test="open">', '</xsl:if>'],
  ])('%s: the rules around it stay, with an error', (begin, end) => {
    const text = section('Deny from all', begin, 'Allow from all', end);
    const { after, told } = migrateText(text);
    expect(after).toBe(text);
    expect(told.join()).toContain('is nothing that httpd reads');
    const around = `${begin}\n${section('Deny from all')}${end}\n${section('Deny from all')}`;
    expect(migrateText(around).told.join()).toContain('is nothing that httpd reads');
    expect(migrateText(around).after).toBe(around);
  });

  test('of thousands of words is quoted in part', () => {
    const { told } = migrateText(section('Deny from all', `{?${'10.1.2.3 '.repeat(2000)}}`));
    expect(told.join()).toContain('is nothing that httpd reads');
    expect(Math.max(...told.map((message) => message.length))).toBeLessThan(1000);
  });

  test.each(['JkMount /x y', 'php_value x 1', 'OurOwnWord 1', '=pod'])('%s is a directive', (line) => {
    const { after, told } = migrateText(section('Deny from all', line));
    expect(told).toEqual([]);
    expect(after).toContain('Require all denied');
  });
});

test.each([
  '[NET]',
  '[[net]]',
  '[[ net ]]',
  '(( net ))',
  '[ net ]',
  '!NET!',
  '##NET##',
  '#NET#',
  '~~NET~~',
  '::NET::',
  '?NET?',
  '^NET^',
])('a name between marks may be anything: %s', (word) => {
  const text = section('Deny from all', `Allow from 10.0.0.0/8 ${word}`);
  const { after, told } = migrateText(text);
  expect(after).toBe(text);
  expect(told).toHaveLength(1);
});

describe.each(['##NAME##', '%NAME%', '%(name)s', '[[NAME]]', '{NAME}', '{$name}', '$(NAME)'])(
  'what a build tool puts in the place of %s',
  (mark) => {
    const password = [
      'AuthType Basic',
      'AuthName x',
      'AuthUserFile /users',
      'Require valid-user',
      'Satisfy any',
    ];
    const closed = ['Order deny,allow', 'Deny from all'];

    test.each(['Directory', 'Location', 'Files'])('may be what another %s is for', (kind) => {
      const place = kind === 'Files' ? 'x.html' : '/srv/www';
      const other = [`<${kind} ${place}>`, ...closed, `</${kind}>`];
      const text = [...other, `<${kind} ${mark}>`, ...password, `</${kind}>`, ''].join('\n');
      const { after, told } = migrateText(text);
      expect(after).toBe(text);
      expect(told.join()).toContain(`Where ${mark} leads is not known`);
    });

    test.each(['Order', 'Satisfy', 'Require', 'AuthType'])('may be anything behind %s', (name) => {
      const text = section('Deny from all', ...password, `${name} ${mark}`);
      const { after, told } = migrateText(text);
      expect(after).toBe(text);
      expect(told.join()).toContain(`What ${mark} stands for in `);
    });
  },
);

test.each([
  ['SetEnvIf Request_URI "^[[A-Z]]+$" x', 'a class of letters'],
  ['Redirect /%C3%A4 /a', 'an address with escapes'],
  ['Redirect /%C3%84OEL%20x /a', 'an address with letters between its escapes'],
  ['LogFormat "%T %D%I%O %{Host}i %!200{User-Agent}i" x', 'a format'],
  ['RewriteRule ^x{3}$ %{DOCUMENT_ROOT}%{REQUEST_URI}', 'what mod_rewrite puts in'],
  ['LogFormat "%{if-none-match}i %{for}i %{else}C %{endif}C" x', 'headers named as words of Terraform'],
])('%s holds no mark: %s', (line) => {
  expect(findPlaceholders(line)).toEqual([]);
});

test.each([
  'Order deny, allow',
  'Order REPLACE_ME',
  'Order allow;deny',
  'Satisfy whatever',
  'Satisfy any all',
])('%s, with which 2.2 does not start, says nothing that is known', (line) => {
  const text = section('Deny from all', line);
  const { after, told } = migrateText(text);
  expect(after).toBe(text);
  expect(told).toHaveLength(1);
  expect(told.join()).toContain(`2.2 does not start with \`${line}\``);
});

test('rounds of FreeMarker', () => {
  const [begin, end] = ['<#list nets as net>', '</#list>'];
  const text = section('Deny from all', begin, 'Allow from 10.0.0.${net}/32', end);
  const { after, told } = migrateText(text, 'x.ftl');
  const lines = [
    '<Location /a>',
    'Require all denied',
    begin,
    'Require ip 10.0.0.${net}/32',
    end,
    '</Location>',
    '',
  ];
  expect([after, told]).toEqual([lines.join('\n'), []]);
});

test('rounds of Smarty whose values a person has named', () => {
  const [begin, end] = ['{foreach $nets as $net}', '{foreachelse}\nDeny from 10.1\n{/foreach}'];
  const text = section('Deny from all', begin, 'Allow from {$net}', end);
  const { after, told } = migrateText(text, 'x.conf', new Map([['net', 'addresses']]));
  expect(told).toEqual([]);
  expect(after).toContain(`${begin}\nRequire ip {$net}\n`);
});

test.each(['{{ .Values.nets | join " " }}', '{{ join " " .Values.nets }}', "{{ nets | join(' ') }}"])(
  'what makes one text of a list is no part of its name: %s',
  (tag) => {
    const text = section('Deny from all', `Allow from ${tag}`);
    const [, name = ''] = /--assume ([\w.]+)=addresses/.exec(migrateText(text, 'x.tpl').told.join()) ?? [];
    expect(name).toMatch(/nets$/);
    const { after } = migrateText(text, 'x.tpl', new Map([[name, 'addresses']]));
    expect(after).toContain(`Require ip ${tag}`);
  },
);

test.each([
  ['a language that is not known', `<dtml-if open>\n${section('Deny from all')}</dtml-if>\n`],
  [
    'tags are a part of its name',
    '<Location[% IF x %]Match[% END %] /a>\nDeny from all\n</Location[% IF x %]Match[% END %]>\n',
  ],
])('rules in a section that no server knows are told, beside no others: %s', (_, text) => {
  const { after, told } = migrateText(text);
  expect([after, told]).toEqual([text, [expect.stringContaining('nothing that httpd reads')]]);
});

test.each([['!@nets.empty?'], ['!@open && @nets']])(
  'lines are written in the branch of a denial: %s',
  (asked) => {
    const text = (inner: string) => `<Location /a>\n${inner}</Location>\n`;
    const rules = `<% if ${asked} -%>\nOrder deny,allow\nDeny from all\nAllow from 10.1\n<% end -%>\nRequire valid-user\n`;
    const { after, told } = migrateText(text(rules), 'x.conf.erb');
    expect(told).toEqual([]);
    expect(after).toBe(
      text(
        `<% if ${asked} -%>\n<RequireAll>\nRequire ip 10.1\nRequire valid-user\n</RequireAll>\n<% else -%>\nRequire valid-user\n<% end -%>\n`,
      ),
    );
  },
);

describe('what Velocity and its kin write behind # beside choices in lines of their own', () => {
  const rules = 'Deny from all';

  test.each([
    ['a macro with rules', '', '#macro(acl $n)\nAllow from 10.1\n#end\n'],
    ['a function of Cheetah with rules', '', '#def acl(n)\nAllow from 10.1\n#end def\n'],
    ['a call with text', '', '#@acl()\nServerSignature Off\n#end\n'],
    ['an include', '#parse("acl.vm")', ''],
    ['a macro that is called', '#acl($nets)', ''],
    ['a choice that ends in its line', '#if($open) Allow from all #end', ''],
    ['words that it chooses', 'Allow from #if($open)all#{else}10.1#end', ''],
    ['a choice that nothing ends', '#if($more)', ''],
  ])('%s stays, and is told', (_, inside, outside) => {
    const text = outside + section(rules, inside, '#if($open)', 'Allow from 10.2', '#end');
    const { after, told } = migrateText(text);
    expect(after).toBe(text);
    expect(told).not.toEqual([]);
  });

  test('a macro without rules is in the way of nothing', () => {
    const macro = '#macro(log $n)\nCustomLog logs/$n combined\n#end\n';
    const { after, told } = migrateText(macro + section(rules, '#if($open)', 'Allow from 10.2', '#end'));
    expect(told).toEqual([]);
    expect(after).toContain('#if($open)\nRequire ip 10.2\n#end');
  });

  test('comments of a server stay comments', () => {
    const comments =
      '#Include conf/a.conf\n#include conf/b.conf\n#if you want more, add it\n#define this\n#end\n';
    const { after, told } = migrateText(comments + section(rules));
    expect(told).toEqual([]);
    expect(after).toBe(`${comments}<Location /a>\nRequire all denied\n</Location>\n`);
  });
});
