import { directive24, directiveBefore22, moduleFacts, moduleFateOf } from '../src/catalog/index.ts';
import { linesNamed } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportOlderVersions = defineTransform({
  id: 'report-older-versions',
  title: 'Report what is left from 2.0 and before',
  stage: 'directives',
  rows: ['version-from-20'],
  isIndependent: true,
  applicability: 'manual',
  refusedAtStart: ['replaced', 'gone'],
  docs: {
    does: 'Names modules and directives of 2.0 and 1.3 that 2.2 no longer has, once each, at their first place, with what 2.2 has instead.',
    why: 'A 2.2 server does not start with them, so the tree was written for an older one. What such a tree needs on the way to 2.2 (https://httpd.apache.org/docs/2.2/upgrading.html) is not part of this migration.',
    before: 'LoadModule auth_module modules/mod_auth.so\nAuthAuthoritative Off',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'A directive that 2.0 had under the same name and with another meaning is not noticed. The LoadModule lines of such modules are seen to by rename-modules and remove-gone-modules.',
    link: 'https://httpd.apache.org/docs/2.2/upgrading.html',
  },
  messages: {
    module:
      '{module} is a module of 2.0. In 2.2 {successors} took its place. Bring the tree from 2.0 to 2.2 first, by https://httpd.apache.org/docs/2.2/upgrading.html, then run this again.',
    replaced:
      '{name} is a directive of {version}; 2.2 has {instead} instead. Neither 2.2 nor 2.4 starts with the line. Write what 2.2 has instead, then run this again.',
    gone: '{name} is a directive of {version}, and 2.2 has nothing instead. Neither 2.2 nor 2.4 starts with the line: take it away.',
  },
  run({ model, report }) {
    for (const { identifier, occurrence } of liveModuleLines(model)) {
      if (moduleFacts(identifier) !== null) continue;
      const fate = moduleFateOf(identifier);
      if (fate === null) continue;
      const data = { module: identifier, successors: fate.to.join(', ') };
      report(placeOf(occurrence), 'module', { data, level: 'warning' });
    }
    const named = new Set<string>();
    for (const occurrence of linesNamed(model, (name) => oldDirective(name) !== null)) {
      const old = occurrence.on24 === 'no' ? null : oldDirective(occurrence.name);
      if (old === null || named.has(old.name)) continue;
      named.add(old.name);
      const data = { name: old.name, version: old.last, instead: old.instead ?? '' };
      const level = occurrence.on24 === 'yes' ? 'error' : 'warning';
      report(placeOf(occurrence), old.instead === null ? 'gone' : 'replaced', { data, level });
    }
  },
});

function oldDirective(name: string) {
  return directive24(name) === null ? directiveBefore22(name) : null;
}
