import { endLineAlike, nodeAtOffset } from '../src/syntax/index.ts';
import type { SyntaxDiagnostic } from '../src/syntax/index.ts';
import type { ModelFile } from '../src/model/index.ts';
import { defineTransform, inFile } from '../src/transform/index.ts';

export const keepLineEnds = defineTransform({
  id: 'keep-line-ends',
  title: 'End lines with two backslashes where 2.2 ended them',
  // After all others: whether something would be joined to the line is told by the text that they leave.
  stage: 'findings',
  rows: [],
  directives: [],
  applicability: 'safe',
  docs: {
    does: 'Puts a space in place of the last backslash of a line that ends in two (in a comment, after it), so that the next line stays a line of its own.',
    why: '2.2 took the first of two backslashes at the end of a line for one that is meant, dropped the other and ended the line. 2.4 joins the next line whatever stands before the backslash (ap_cfg_getline in server/util.c): after a comment, a directive would vanish.',
    before: '# Windows: C:\\\\\nServerSignature Off',
    after: '# Windows: C:\\\\ \nServerSignature Off',
    undo: 'Take the space away.',
    limits:
      'A line is left alone where nothing but a blank line, or a comment after a comment, would be joined to it.',
    link: 'https://httpd.apache.org/docs/2.4/configuring.html#syntax',
  },
  messages: {
    kept: 'The line ends in two backslashes: 2.2 ended it there, 2.4 would join the next line to it.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const file of model.files.values()) {
      for (const diagnostic of file.document.diagnostics.filter((one) => isHarmful(one, file))) {
        const edits = inFile(file, endLineAlike(file.document, diagnostic));
        report({ file, span: diagnostic.span }, 'kept', {
          fix: { title: 'Put a space in place of the backslash', applicability: 'safe', edits },
        });
      }
    }
  },
});

function isHarmful({ code, span }: SyntaxDiagnostic, { document }: ModelFile): boolean {
  if (code !== 'double-backslash') return false;
  const joined = nextLine(document.source.text, span.end).trim();
  const isComment = nodeAtOffset(document, span.start)?.type === 'comment';
  return joined !== '' && !(isComment && joined.startsWith('#'));
}

function nextLine(text: string, lineEnd: number): string {
  const start = text.indexOf('\n', lineEnd) + 1;
  if (start === 0) return '';
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}
