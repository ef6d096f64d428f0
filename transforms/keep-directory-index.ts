import { defineTransform, findDirectives, placeOf, removeNode, setArgument } from '../src/transform/index.ts';

export const keepDirectoryIndex = defineTransform({
  id: 'keep-directory-index',
  title: 'Keep DirectoryIndex lines that 2.4 reads as `no index`',
  stage: 'directives',
  rows: [],
  directives: ['DirectoryIndex'],
  applicability: 'safe',
  docs: {
    does: 'Takes a DirectoryIndex line that names nothing away, and writes `./disabled` for a line that names only `disabled`.',
    why: 'The directive takes a list in 2.2 (ITERATE in mod_dir.c), so a line without an argument did nothing. 2.4 reads the line itself (RAW_ARGS): one without an argument ends the search for an index, and so does the word `disabled` alone, which 2.2 took for the name of a file.',
    before: 'DirectoryIndex index.html\nDirectoryIndex disabled',
    after: 'DirectoryIndex index.html\nDirectoryIndex ./disabled',
    undo: 'Write `DirectoryIndex disabled` where no index is wanted.',
    limits:
      'Done also where no file `disabled` is in sight: MultiViews or a rewrite rule may lead 2.2 from that name to a page.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_dir.html#directoryindex',
  },
  messages: {
    removed:
      'DirectoryIndex names nothing here. 2.2 ignored the line; in 2.4 it would mean that there is no index.',
    named:
      '2.2 took `disabled` for the name of a file. In 2.4 it would mean that there is no index. If that is what you want, remove the `./`.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const lines = findDirectives(model, 'DirectoryIndex').filter(({ on22 }) => on22 !== 'no');
    for (const line of lines) {
      const { node } = line;
      const [first, second] = node.args;
      if (first === undefined || first.value === '') {
        const edits = removeNode(line);
        report(placeOf(line), 'removed', { fix: { title: 'Remove the line', applicability: 'safe', edits } });
      } else if (/^disabled$/i.test(first.value) && (second?.value ?? '') === '') {
        const edits = setArgument(line, 0, `./${first.value}`);
        report(placeOf(line), 'named', {
          fix: { title: 'Write it as the name of a file', applicability: 'safe', edits },
        });
      }
    }
  },
});
