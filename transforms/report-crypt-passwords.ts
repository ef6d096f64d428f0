import { isFilledIn } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportCryptPasswords = defineTransform({
  id: 'report-crypt-passwords',
  title: 'Report password files with crypt() hashes only',
  stage: 'findings',
  rows: ['default-htpasswd-md5'],
  directives: ['AuthUserFile'],
  applicability: 'manual',
  docs: {
    does: 'Names AuthUserFile lines whose file can be read and holds nothing but crypt() hashes.',
    why: 'Before 2.2.18 htpasswd made them by default (CHANGES of 2.2); they hold the first 8 characters of a password. That of 2.4 makes MD5 hashes (support/htpasswd.c). 2.4 reads both, so everybody gets in as before.',
    before: 'AuthUserFile conf/users',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Files that are not part of a copied tree are not looked at; of a large one the first 256 KiB are.',
    link: 'https://httpd.apache.org/docs/2.4/programs/htpasswd.html',
  },
  messages: {
    crypt:
      '{path} holds only crypt() hashes: of each password only the first 8 characters count. 2.4 reads them as 2.2 did, and its htpasswd writes MD5 hashes. Have people set new passwords when it suits.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const reported = new Set<string>();
    // Many sections name few files.
    const looked = new Map<string, boolean>();
    for (const [directive] of groupByNode(findDirectives(model, 'AuthUserFile'))) {
      const path = directive.args[0] ?? '';
      const file = path.startsWith('/') ? path : `${model.serverRoot}/${path}`;
      const key = `${directive.file.document.engine} ${path}`;
      const isCrypt = looked.get(key) ?? holdsOnlyCrypt(readPasswords(directive, model));
      looked.set(key, isCrypt);
      if (!isCrypt || reported.has(file)) continue;
      reported.add(file);
      report(placeOf(directive), 'crypt', { data: { path } });
    }
  },
});

function readPasswords({ args, file }: Occurrence, model: ServerModel): string {
  const [path = ''] = args;
  return path === '' || isFilledIn(path, { file }) ? '' : (model.textOf(path) ?? '');
}

/** `user:hash`; crypt() of DES writes 13 characters of its own alphabet, all other kinds have a mark with `$` or `{` (apr_password_validate). */
function holdsOnlyCrypt(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.length > 0 && lines.every((line) => /^[^:]+:[./0-9A-Za-z]{13}(?::|\s*$)/.test(line));
}
