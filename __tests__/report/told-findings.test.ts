import { expect, test } from '@jest/globals';
import { renderText } from '../../src/report/index.ts';
import { MAIN, migrated } from '../migrate/migrated.ts';

const STYLE = {
  quiet: false,
  verbose: false,
  color: false,
  width: 0,
  mode: 'show',
  displayPath: (path: string) => path,
} as const;

test('what changes the server where no line said so is listed although it is made', () => {
  const text = 'ServerRoot /srv/httpd\nListen 80\nMaxClients 5\nSetOutputFilter DEFLATE\n';
  const shown = renderText(migrated({ [MAIN]: text }), STYLE);
  expect(shown).toContain('keep-compressed-etags: Write DeflateAlterETag NoChange');
  expect(shown).not.toContain('Rename MaxClients');
});
