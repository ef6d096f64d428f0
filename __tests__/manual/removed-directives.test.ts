import { describe, expect, test } from '@jest/globals';
import { fates } from '../../src/catalog/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { transforms } from '../../transforms/index.ts';

const PATH = '/opt/httpd/conf/httpd.conf';
const HEAD = 'ServerRoot "/opt/httpd"\nListen 80\n<Directory /srv>\n';

/** In a section, so that those for sections are read; most of the others are refused there by 2.2, but found all the same. */
describe('a directive that 2.4 refuses goes, or is reported where it stands', () => {
  test.each(fates().flatMap(({ name, fate }) => (fate === 'removed' ? [name] : [])))('%s', (name) => {
    const options = {
      access: 'require',
      semantics: 'contract',
      apply: 'safe',
      target: targetProfile('rhel')!,
      defines: [],
      only: null,
      skip: [],
    } as const;
    const reader = createMemoryReader({ [PATH]: `${HEAD}    ${name} On\n</Directory>\n` }, {});
    const result = migrate({ path: PATH, options, transforms }, reader);
    if ('code' in result) throw new Error(result.message);
    const text = result.patchSet.files.find(({ path }) => path === PATH)?.after ?? '';
    const isGone = text !== '' && !new RegExp(String.raw`^\s*${name}\b`, 'm').test(text);
    const isReported = result.findings.some(
      ({ position, level }) => position?.line === 4 && level === 'error',
    );
    expect(isGone || isReported).toBe(true);
  });
});
