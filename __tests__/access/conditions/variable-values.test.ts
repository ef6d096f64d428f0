import { expect, test } from '@jest/globals';
import { variableValues } from '../../../src/access/conditions/variable-values.ts';
import { memoryTree, MODULES_24 } from '../request/memory-tree.ts';

const OFF = 'SetEnvIf X-T . other\n';

test.each<[line: string, values: readonly string[] | null]>([
  ['SetEnvIf X-T yes va', ['1']],
  ['SetEnvIf X-T yes VA=', ['1']],
  ['SetEnvIf X-T yes !va', null],
  ['SetEnvIf X-T yes va=2 other va=3', ['2', '3']],
  ['SetEnvIfNoCase X-T (.*) va=$1', null],
  ['BrowserMatch x va=a=b', ['a=b']],
  ['SetEnvIf X-T yes va={{ value }}', null],
  ['SetEnvIf X-T yes va\nSetEnvIf X-U . {{ name }}=', null],
  [`SetEnvIfExpr "true" va=4`, ['4']],
  ['SetEnv va', ['']],
  ['SetEnvIf X-T yes va\n<Location /a>\nSetEnv va ""\n</Location>', ['1', '']],
  ['SetEnvIf X-T yes va\nPassEnv va', null],
  ['RewriteRule ^ - [E=va:1]', ['1']],
  ['RewriteRule ^ - [E=va:12]', ['12']],
  ['RewriteRule ^ - [E=va:1,E=va:2]', null],
  ['RewriteRule ^ - [E=va:%{HTTP:X}]', null],
  ['RewriteRule ^ - [E=va]', null],
  ['SetEnvIf X-T yes va\nRewriteRule ^(.*) - [E=$1:]', null],
  ['SetEnvIf X-T yes HTTPS', null],
])('%j', (line, values) => {
  const { model } = memoryTree({ 'conf/httpd.conf': `${MODULES_24}${OFF}${line}\n` });
  const found = variableValues(model)(line.includes('HTTPS') ? 'HTTPS' : 'va');
  expect(found === null ? null : [...found].toSorted()).toEqual(values && [...values].toSorted());
});
