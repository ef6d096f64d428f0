import type { NewWords, RefusingLine } from '../src/access/index.ts';
import { filesOfNewWords } from '../src/access/index.ts';
import type { ModelFile } from '../src/model/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { defineTransform, insertBefore } from '../src/transform/index.ts';

export const keepNewWordsRefused = defineTransform({
  id: 'keep-new-words-refused',
  title: 'Keep .htaccess files refused that 2.2 does not understand',
  stage: 'lines',
  rows: [],
  directives: [],
  isIndependent: true,
  editsRefused: true,
  applicability: 'safe',
  docs: {
    does: 'Where a .htaccess file holds a line that 2.2 does not know, or not with these words (`<If>`, AuthMerging, `Header ... expr=`), it writes an Error line in front, so that 2.4 answers 500 below it as 2.2 did. Not where 2.4 refuses the file by itself, for what AllowOverride does not permit or no version knows.',
    why: '2.2 answers 500 to whatever lies below a .htaccess file with such a line. 2.4 takes it: what nobody could reach would be served, by rules that never were in force.',
    before: 'AuthMerging And\nRequire ip 10.0.0.0/8',
    after:
      'Error "2.2 answered 500 below this file (AuthMerging): remove this line if it should count."\nAuthMerging And\nRequire ip 10.0.0.0/8',
    undo: 'Remove the Error line if the file should count.',
    limits:
      'Only in a whole server that was written for 2.2. Lines of third-party modules are taken to be known where such a module is loaded.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#error',
  },
  messages: {
    written:
      '2.2 answers 500 to all below this folder because of this line ({why}). 2.4 would take the file: an Error line keeps it refused. If the file should apply, remove that line; its rules then apply for the first time.',
  },
  run({ model, options, writtenFor, report }) {
    if (options.access !== 'require' || writtenFor === '2.4') return;
    for (const found of filesOfNewWords(model)) {
      const { file } = found.section.scope;
      for (const line of decisive(found)) {
        report({ file, span: line.node?.span ?? null }, 'written', {
          level: 'warning',
          data: { why: line.message },
          fix: {
            title: 'Keep the .htaccess file refused',
            applicability: 'safe',
            edits: errorLine(file, line),
          },
        });
      }
    }
  },
});

/** One that is read for certain is enough; else each is, where it stands. */
function decisive({ lines }: NewWords): readonly RefusingLine[] {
  const certain = lines.find(({ guards }) => guards.every(({ on22 }) => on22 === 'yes'));
  return certain === undefined ? lines : [certain];
}

function errorLine(file: ModelFile, line: RefusingLine): FileEdit[] {
  const isCertain = line.guards.every(({ on22 }) => on22 === 'yes');
  const at = isCertain ? file.document.children[0] : line.node;
  const text = `Error "2.2 answered 500 below this file (${nameIn(line)}): remove this line if it should count."`;
  return at ? insertBefore({ file, node: at }, [text]) : [];
}

function nameIn({ node }: RefusingLine): string {
  if (node?.type === 'section') return `<${node.open.name.value}>`;
  return node?.type === 'directive' ? node.name.value : '';
}
