import { describe, expect, test } from '@jest/globals';
import { differencesOf, migrateText } from './migrate-template.ts';

// A switch of PHP, JavaScript, FreeMarker, Blade or Genshi is a choice, if none of its cases runs on into the next one.

const around = (lines: string): string =>
  `<Location /x>\n    Order deny,allow\n    Deny from all\n${lines}</Location>\n`;
const converted = (text: string): string =>
  text
    .replace(/ {4}Order.*\n.*Deny.*\n/, '')
    .replaceAll('Allow from all', 'Require all granted')
    .replaceAll('Allow from', 'Require ip');

const CHOICES: readonly (readonly [language: string, name: string, lines: string])[] = [
  [
    'PHP, with a tag for each word',
    'x.conf.php',
    `<?php switch ($e): ?>
<?php case 'dev': ?>
    Allow from all
<?php break; ?>
<?php case 'prod': ?>
<?php case 'stage': ?>
    Allow from 10.1
<?php break; ?>
<?php default: ?>
    Allow from 10.2
<?php endswitch; ?>
`,
  ],
  [
    'PHP, with several words in a tag',
    'x.conf.php',
    `<?php switch (level($e)) { case 'dev': case 'test': // all
?>
    Allow from all
<?php break; /* the rest */ default: ?>
    Allow from 10.9
<?php foreach ($l as $n): if ($n == 'x') break; ?>
    Allow from <?= $n ?>/16
<?php endforeach; ?>
<?php } ?>
`,
  ],
  [
    'PHP, one in another',
    'x.conf.php',
    `<?php switch ($e): case 1: ?>
<?php switch ($f): case 2: ?>
    Allow from 10.1
<?php break; default: ?>
    Allow from 10.2
<?php endswitch; ?>
<?php break; case 3: ?>
    Allow from 10.3
<?php break; default: ?>
    Allow from all
<?php endswitch; ?>
`,
  ],
  [
    'EJS',
    'x.conf.ejs',
    `<% switch (e) {
     case 'dev': %>
    Allow from all
<%   break; %>
<%   case 'prod': %>
    Allow from 10.1
<%   break; default: -%>
    Allow from 10.2
<% } %>
`,
  ],
  [
    'FreeMarker, one in another',
    'x.conf.ftl',
    `<#switch e>
<#case "dev">
    Allow from all
<#break>
  <#case "prod"><#case "stage">
    <#switch f>
    <#case 1>
    Allow from 10.1
    <#break>
    <#default>
    Allow from 10.2
    </#switch>
<#break>
<#default>
    Allow from 10.3
</#switch>
`,
  ],
  [
    'FreeMarker, in its other brackets',
    'x.conf.ftl',
    `[#-- all of it --]
[#switch e]
[#case "dev"]
    Allow from all
[#break]
[#default]
[#if a > 3]
    Allow from 10.1
[#else]
    Allow from 10.2
[/#if]
[/#switch]
`,
  ],
  [
    'Blade',
    'x.conf',
    `@switch($e)
    @case('dev')
    Allow from all
        @break
    @case('prod')
    Allow from 10.1
        @break
    @default
    Allow from 10.2
@endswitch
`,
  ],
  [
    'a loop of Blade that may have no round',
    'x.conf',
    `@forelse ($nets as $net)
    Allow from {{ $net }}/32
@empty
    Allow from all
@endforelse
`,
  ],
  [
    'Genshi, whose lines of tags end in a backslash',
    'x.conf.genshi',
    `{% choose e %}\\
{% when 'dev' %}\\
    Allow from all
{% end %}\\
{% otherwise %}\\
    {% if a %}\\
    Allow from 10.1
    {% end %}\\
    Allow from 10.2
{% end %}\\
{% end %}\\
`,
  ],
  [
    'Genshi',
    'x.conf.genshi',
    `{% choose e %}
{% when 'dev' %}
    Allow from all
{% end %}
{% otherwise %}
    Allow from 10.1
{% end %}
{% end %}
`,
  ],
];

test.each(CHOICES)('%s', (_, name, lines) => {
  const { after, told } = migrateText(around(lines), name);
  expect(told).toEqual([]);
  expect(after).toBe(converted(around(lines)));
});

describe('left as it is, and told', () => {
  test.each([
    [
      'a case that runs on into the next one',
      'x.conf.php',
      `<?php switch ($e): case 'dev': ?>\n    Allow from all\n<?php case 'prod': ?>\n    Allow from 10.1\n<?php endswitch; ?>\n`,
    ],
    [
      'the same of FreeMarker',
      'x.conf.ftl',
      `<#switch e>\n<#case "dev">\n    Allow from all\n<#case "prod">\n    Allow from 10.1\n</#switch>\n`,
    ],
    [
      'the same of Blade',
      'x.conf',
      `@switch($e)\n@case('dev')\n    Allow from all\n@default\n    Allow from 10.1\n@endswitch\n`,
    ],
    [
      'a case of FreeMarker behind what is for all others',
      'x.conf.ftl',
      `<#switch e>\n<#case 1>\n    Allow from all\n<#break>\n<#default>\n    Deny from 10.2\n<#break>\n<#case 2>\n    Allow from 10.1\n</#switch>\n`,
    ],
    [
      'a case that is left somewhere',
      'x.conf.ejs',
      `<% switch (e) { case 'dev': %>\n    Allow from 10.1\n<% if (a) break; %>\n    Allow from 10.2\n<% break; case 'prod': %>\n    Allow from 10.3\n<% } %>\n`,
    ],
    [
      'lines behind `break`',
      'x.conf.ejs',
      `<% switch (e) { case 'dev': %>\n    Allow from 10.1\n<% break; %>\n    Allow from 10.2\n<% case 'prod': %>\n    Allow from 10.3\n<% } %>\n`,
    ],
    [
      'a case behind `default`',
      'x.conf.php',
      `<?php switch ($e): case 'dev': ?>\n    Allow from 10.1\n<?php break; default: ?>\n    Allow from 10.2\n<?php break; case 'prod': ?>\n    Allow from 10.3\n<?php endswitch; ?>\n`,
    ],
  ])('%s', (_, name, lines) => {
    const { after, told } = migrateText(around(lines), name);
    expect(after).toBe(around(lines));
    expect(told).not.toEqual([]);
  });
});

test('no other choice is written in the words of a case', () => {
  const login = `    AuthType Basic\n    AuthName x\n    AuthUserFile /u\n    Require valid-user\n`;
  const lines = `{% choose e %}\n{% when 'dev' %}\n${login}{% end %}\n{% when 'prod' %}\n    Options None\n{% end %}\n{% end %}\n`;
  const text = `<Location /x>\n${lines}    Order deny,allow\n    Deny from all\n    Allow from 10.1\n</Location>\n`;
  const { after, told } = migrateText(text, 'x.conf.genshi');
  expect(after).toBe(text);
  expect(told.join()).toContain('depends on `{% choose e %}');
});

test('a version is asked for by a case', () => {
  const text = `<Location /x>\n<?php switch ($apache_version): case '2.2': ?>\n    Order deny,allow\n    Deny from all\n<?php break; case '2.4': ?>\n    Require all denied\n<?php endswitch; ?>\n</Location>\n`;
  const { after, told } = migrateText(text, 'x.conf.php');
  expect(told).toEqual([]);
  expect(after).toBe(text);
  expect(differencesOf(text, after)).not.toContain('unreadable');
});
