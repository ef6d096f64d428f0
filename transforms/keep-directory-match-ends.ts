import { hasEndAnchor, killEndAnchors } from '../src/access/index.ts';
import type { Scope } from '../src/model/index.ts';
import {
  defineTransform,
  findScopes,
  groupByNode,
  placeOfScope,
  setArgument,
} from '../src/transform/index.ts';

export const keepDirectoryMatchEnds = defineTransform({
  id: 'keep-directory-match-ends',
  title: 'Keep the dead `$` of DirectoryMatch dead',
  stage: 'access',
  rows: [],
  directives: ['DirectoryMatch', 'Directory'],
  applicability: 'safe',
  docs: {
    does: 'Writes `(?!)`, which never matches, in the place of each `$` that is an anchor in the pattern of `<DirectoryMatch>` or `<Directory ~>`.',
    why: '2.2 matches these patterns with REG_NOTEOL (ap_directory_walk, server/request.c): an unescaped `$` never matches there, wherever it stands. 2.4 takes it as the end of the path, so sections come alive that never had an effect, with all that they grant or deny.',
    before: '<DirectoryMatch "/pub(/|$)">',
    after: '<DirectoryMatch "/pub(/|(?!))">',
    undo: 'Write `$` again if the section is meant to match there. Check who gets in then.',
    limits: '`$` in FilesMatch, LocationMatch and ProxyMatch matches on both versions and is left alone.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#directorymatch',
  },
  messages: {
    killed:
      '2.2 never matches the `$` in this pattern, 2.4 does: `{pattern}` would begin to apply where it did not. The rewrite keeps it as it was; write `$` again if it should match.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const [scope] of groupByNode(findScopes(model, 'directorymatch'))) {
      const pattern = scope.args[0] ?? '';
      if (scope.node === null || !hasEndAnchor(pattern)) continue;
      const index = patternIndex(scope);
      const edits = setArgument({ file: scope.file, node: scope.node.open }, index, rewritten(scope, index));
      report(placeOfScope(scope), 'killed', {
        level: 'warning',
        data: { pattern },
        fix: {
          title: 'Write a pattern that never matches in the place of `$`',
          applicability: 'safe',
          edits,
        },
      });
    }
  },
});

/** Behind the tilde of `<Directory ~ "pattern">`. */
function patternIndex({ name }: Scope): number {
  return name === 'directory' ? 1 : 0;
}

/** The word as written, so that its quotes and variables stay. */
function rewritten({ file, node }: Scope, index: number): string {
  const span = node?.open.args[index]?.span ?? { start: 0, end: 0 };
  return killEndAnchors(file.source.text.slice(span.start, span.end));
}
