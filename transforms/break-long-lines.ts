import { longLines } from '../src/syntax/index.ts';
import { defineTransform, inFile } from '../src/transform/index.ts';

export const breakLongLines = defineTransform({
  id: 'break-long-lines',
  title: 'End lines where 2.2 ended them',
  // Before all others: what 2.2 reads as a line must be one before it can be changed.
  stage: 'lines',
  rows: [],
  directives: [],
  applicability: 'safe',
  docs: {
    does: 'Puts a line ending after byte 8191 of a line, so that what follows is a line of its own, as it was in 2.2. A comment is broken in its middle, too.',
    why: '2.2 reads a line into a buffer of 8192 bytes and takes what does not fit for the next line (MAX_STRING_LEN, ap_cfg_getline in server/util.c); so a rule after a long comment counts. 2.4 reads lines of up to 16 MB, where the rule is part of the comment, and answers 500 to all below a `.htaccess` file with a line of 8191 bytes or more.',
    before: '# (8191 bytes) Deny from all',
    after: '# (4095 bytes)\n# (4097 bytes)\nDeny from all',
    undo: 'Join the lines.',
    limits:
      'A word that 2.2 cut in two stays in two, and what begins with its second half is read as a directive of that name, which 2.2 most often refused.',
    link: 'https://httpd.apache.org/docs/2.4/configuring.html#syntax',
  },
  messages: {
    broken:
      'The line is longer than the 8191 bytes that 2.2 reads as one line. It took the rest for a new line; 2.4 reads on. The line is broken where 2.2 ended it: check that the rest was meant to count.',
    whole:
      'The line is longer than the 8191 bytes that 2.2 reads as one line. 2.4 reads it whole (not in a .htaccess file: it answers 500 there); httpd-codemod read the rest as a new line.',
  },
  run({ model, writtenFor, report }) {
    for (const file of model.files.values()) {
      for (const { diagnostic, edits } of longLines(file.document)) {
        const { span } = diagnostic;
        if (writtenFor === '2.4') {
          report({ file, span }, 'whole', { level: 'warning' });
          continue;
        }
        report({ file, span }, 'broken', {
          level: 'warning',
          fix: {
            title: 'Put a line ending where 2.2 ended the line',
            applicability: 'safe',
            edits: inFile(file, edits),
          },
        });
      }
    }
  },
});
