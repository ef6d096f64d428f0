import { describe, expect, test } from '@jest/globals';
import { inForceLines } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

/** What is in force behind `outer` and then `inner`, as `who` shows it. */
function inForce(version: Version, outer: string, inner: string): string[] {
  const compat = 'LoadModule access_compat_module modules/mod_access_compat.so\n';
  const tree = memoryTree({
    'conf/httpd.conf': `${version === '2.2' ? MODULES_22 : MODULES_24 + compat}
      <Location />\n${outer}\n</Location>\n<Location /x>\n${inner}\n</Location>\n`,
    'htdocs/x': '',
  });
  const steps = ask(tree, '/x', {}, version).round?.steps ?? [];
  return steps.slice(-1).flatMap(({ after }) => inForceLines(after.inForce()));
}

const ORDER = 'Order allow,deny';
const UNSAID = 'Order deny,allow (the default)';
const LOGIN = 'AuthType Basic\nAuthName x';

describe('2.2: the three channels, each as a section would say it', () => {
  test.each([
    ['nothing', '', '', []],
    [
      'host rules, as they are merged',
      `Deny from 10.9\n${ORDER}`,
      'Allow from a.example 10.1\nDeny from env=x',
      [UNSAID, 'Allow from a.example 10.1', 'Deny from env=x'],
    ],
    [
      'host rules of methods',
      '',
      `<Limit PUT POST>\n${ORDER}\nAllow from 10.1\n</Limit>\nDeny from 10.9`,
      [UNSAID, `${ORDER}  (for POST PUT)`, 'Allow from 10.1  (for POST PUT)', 'Deny from 10.9'],
    ],
    [
      'an Order for all methods beside one for some',
      '',
      `${ORDER}\n<LimitExcept GET>\nOrder deny,allow\n</LimitExcept>`,
      [ORDER, 'Order deny,allow  (not for GET)'],
    ],
    [
      'Require lines',
      `${LOGIN}\nRequire user bob\n<LimitExcept GET>\nRequire valid-user\n</LimitExcept>`,
      '',
      ['Require user bob', 'Require valid-user  (not for GET)', 'AuthType Basic'],
    ],
    ['Require lines that replace others', 'Require user bob', 'Require user eve', ['Require user eve']],
    ['the last Satisfy', 'Satisfy any', 'Satisfy all', ['Satisfy all']],
    [
      'Satisfy for a method, then for all',
      '<Limit PUT>\nSatisfy any\n</Limit>',
      'Satisfy all',
      ['Satisfy all'],
    ],
    [
      'Satisfy for all, then for a method',
      'Satisfy all',
      '<Limit PUT>\nSatisfy any\n</Limit>',
      ['Satisfy all', 'Satisfy any  (for PUT)'],
    ],
    [
      'Satisfy for methods only',
      '<Limit GET>\nSatisfy all\n</Limit>',
      '<Limit PUT>\nSatisfy any\n</Limit>',
      ['Satisfy all  (for GET)', 'Satisfy any  (for PUT)'],
    ],
  ])('%s', (_, outer, inner, lines) => {
    expect(inForce('2.2', outer, inner)).toEqual(lines);
  });
});

describe('2.4: the Require tree, and the rules of mod_access_compat', () => {
  test.each([
    ['nothing', '', '', []],
    [
      'alternatives',
      'Require all denied',
      'Require ip 10.1\nRequire valid-user',
      ['Require ip 10.1', 'Require valid-user'],
    ],
    [
      'what is refused, and for whom',
      '',
      '<RequireAll>\nRequire all granted\nRequire not ip 10.9\n</RequireAll>',
      ['<RequireAll>', '  Require all granted', '  Require not ip 10.9', '</RequireAll>'],
    ],
    [
      'containers in one another',
      '',
      '<RequireAll>\n<RequireAny>\nRequire ip 10.1\nRequire local\n</RequireAny>\n<RequireNone>\nRequire ip 10.9\n</RequireNone>\n</RequireAll>',
      [
        '<RequireAll>',
        '  <RequireAny>',
        '    Require ip 10.1',
        '    Require local',
        '  </RequireAny>',
        '  <RequireNone>',
        '    Require ip 10.9',
        '  </RequireNone>',
        '</RequireAll>',
      ],
    ],
    [
      'what is joined',
      'Require ip 10.1',
      'AuthMerging And\nRequire method GET',
      [
        '<RequireAll>',
        '  <RequireAny>',
        '    Require ip 10.1',
        '  </RequireAny>',
        '  <RequireAny>',
        '    Require method GET',
        '  </RequireAny>',
        '</RequireAll>',
      ],
    ],
    [
      'methods',
      '',
      '<Limit PUT>\nRequire all denied\n</Limit>\nRequire all granted',
      ['Require all denied  (for PUT)', 'Require all granted'],
    ],
    ['AuthType', `${LOGIN}\nRequire valid-user`, '', ['Require valid-user', 'AuthType Basic']],
    [
      'old directives beside new ones',
      `${ORDER}\nAllow from all\nSatisfy any`,
      'Require all denied',
      [ORDER, 'Allow from all', 'Satisfy any', 'Require all denied'],
    ],
  ])('%s', (_, outer, inner, lines) => {
    expect(inForce('2.4', outer, inner)).toEqual(lines);
  });
});
