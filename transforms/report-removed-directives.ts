import { directive22, directive24, fateOf, isForHtaccess } from '../src/catalog/index.ts';
import type { DirectiveFate } from '../src/catalog/index.ts';
import { refusedHtaccessFiles } from '../src/access/index.ts';
import { linesNamed, sectionsNamed } from '../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { defineTransform, placeOf, placeOfScope } from '../src/transform/index.ts';

export const reportRemovedDirectives = defineTransform({
  id: 'report-removed-directives',
  title: 'Report directives that 2.4 no longer has',
  stage: 'findings',
  rows: ['module-removed'],
  directives: ['MaxRequestsPerThread'],
  applicability: 'manual',
  refusedAtStart: ['successor', 'gone'],
  docs: {
    does: 'Names every directive of 2.2 that is left after all rewrites and that 2.4 does not know.',
    why: '2.4 does not start with a directive that it does not know. What has an exact successor is rewritten; the rest is for somebody who knows what it was for.',
    before: 'MaxRequestsPerThread 4',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'A .htaccess file that both versions refuse for another line is left out: it has a finding of its own. With `--only` or `--skip`, directives that a rewrite left out would have dealt with are reported too.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    successor: '2.4 has no {name} and does not start with it. What replaces it: {to}. {note}',
    gone: '2.4 has no {name} and does not start with it, and nothing replaces it: {note} Take the line away.',
  },
  run({ model, original, report }) {
    for (const directive of directivesRead(model, original)) {
      const fate = removedIn24(directive.name);
      if (fate === null) continue;
      const data = {
        name: directive.node.name.value,
        to: fate.to ?? '',
        note: fate.note ?? 'It is gone.',
      };
      report(placeOf(directive), fate.to === null ? 'gone' : 'successor', { data, level: 'error' });
    }
    for (const scope of sectionsRead(model)) {
      const fate = removedIn24(scope.name);
      if (fate === null) continue;
      const data = { name: `<${scope.name}>`, to: fate.to ?? '', note: fate.note ?? 'It is gone.' };
      report(placeOfScope(scope), fate.to === null ? 'gone' : 'successor', { data, level: 'error' });
    }
  },
});

function removedIn24(name: string): DirectiveFate | null {
  const fate = fateOf(name);
  return fate?.fate === 'removed' && directive24(name) === null ? fate : null;
}

function directivesRead(model: ServerModel, original: ServerModel): Occurrence[] {
  const lines = linesNamed(model, (name) => removedIn24(name) !== null).filter(
    (line) => line.on24 !== 'no' && !isRefusedBy22(line),
  );
  if (!lines.some(isInHtaccess)) return lines;
  const before = refusedHtaccessFiles(original, '2.2');
  if (before.size === 0) return lines;
  // Nobody reads a line of a file that both versions refuse.
  const after = refusedHtaccessFiles(model, '2.4');
  return lines.filter(({ file: { path } }) => !before.has(path) || !after.has(path));
}

function isInHtaccess({ file }: Occurrence): boolean {
  return file.role === 'htaccess';
}

/** In a .htaccess file that 2.2 refuses because of this line, as 2.4 does. */
function isRefusedBy22(line: Occurrence): boolean {
  const facts = directive22(line.name);
  return isInHtaccess(line) && facts !== null && !isForHtaccess(facts);
}

function sectionsRead(model: ServerModel): Scope[] {
  return sectionsNamed(model, (name) => removedIn24(name) !== null).filter(({ on24 }) => on24 !== 'no');
}
