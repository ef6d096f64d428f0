import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { itemsGuarded, itemsWanted, walkItems } from '../../src/model/index.ts';
import type { Occurrence, Scope } from '../../src/model/index.ts';
import { serverOf } from './model-of.ts';

const line = fc.constantFrom('Options None', 'KeepAlive On', 'Require all granted');
const around = (name: string, content: readonly string[]) =>
  `<${name}>\n${content.join('\n')}\n</${name.split(' ')[0]}>`;

const { content } = fc.letrec<{ content: string[]; piece: string }>((tie) => ({
  content: fc.array(tie('piece'), { maxLength: 4 }),
  piece: fc.oneof(
    { maxDepth: 4 },
    line,
    fc
      .tuple(
        fc.constantFrom('IfModule mod_ssl.c', 'IfDefine X', 'Directory /srv', 'Files x', 'IfVersion >= 2.4'),
        tie('content'),
      )
      .map(([name, inside]) => around(name, inside)),
  ),
}));

test('finds in reading order what stands in guards of its own, and what has a wanted name', () => {
  const nameOf = (item: Occurrence | Scope): string => (item.type === 'scope' ? `<${item.name}` : item.name);
  const wanted = new Set(['options', 'keepalive', '<files', '<directory']);
  fc.assert(
    fc.property(content, content, fc.subarray([...wanted]), (main, htaccess, names) => {
      const model = serverOf(`DocumentRoot /srv\n${main.join('\n')}`, {
        '/srv/.htaccess': htaccess.join('\n'),
      });
      const tops = [model.main, ...model.htaccess.map(({ scope }) => scope)];
      const all = tops.flatMap((top) => walkItems(top).slice(1));
      const guarded = all.filter(({ guards }) => guards.length > 0);
      expect(itemsGuarded(model)).toEqual(guarded);
      const isFirst = (item: Occurrence | Scope) =>
        guarded.find(({ guards }) => guards === item.guards) === item;
      const wish = {
        isOfGuards: isFirst,
        ofName: (name: string) => (names.includes(name) ? () => true : null),
      };
      expect(itemsWanted(model, wish)).toEqual(
        all.filter((item) => isFirst(item) || names.includes(nameOf(item))),
      );
    }),
    { numRuns: 50 },
  );
});
