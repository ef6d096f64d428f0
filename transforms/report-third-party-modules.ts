import { moduleFacts, moduleFateOf, thirdPartyAdvice } from '../src/catalog/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportThirdPartyModules = defineTransform({
  id: 'report-third-party-modules',
  title: 'List the modules that must be built for 2.4',
  stage: 'findings',
  rows: ['module-third-party'],
  directives: ['LoadModule'],
  applicability: 'manual',
  docs: {
    does: 'Names every LoadModule line of a module that comes with neither 2.2 nor 2.4.',
    why: 'A module built for 2.2 can\'t be loaded by 2.4: its signature differs ("is garbled ... perhaps this is not an Apache module DSO, or was compiled for a different Apache version?", mod_so.c), and several functions and fields that modules use have other names.',
    before: 'LoadModule php5_module modules/libphp5.so',
    after: '(the same; the module is another build)',
    undo: 'Nothing is changed.',
    limits: "A changed copy of one of httpd's own modules, under the same name, is not noticed.",
    link: 'https://httpd.apache.org/docs/2.4/developer/new_api_2_4.html',
  },
  messages: {
    foreign:
      '{module} is a third-party module. Build or install it for 2.4, and check that its directives stayed the same.{advice}',
    installed:
      '{module} is a third-party module. The target has a file for it: check that its directives stayed the same.{advice}',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const { identifier, occurrence } of liveModuleLines(model)) {
      const isForBoth = occurrence.on22 !== 'no';
      if (!isForBoth || moduleFacts(identifier) !== null || moduleFateOf(identifier) !== null) continue;
      const isInstalled = target.loadable.has(identifier);
      const advice = thirdPartyAdvice(identifier, target.family === 'windows');
      report(placeOf(occurrence), isInstalled ? 'installed' : 'foreign', {
        data: { module: identifier, advice: advice === null ? '' : ` ${advice}` },
        level: isInstalled ? 'info' : 'warning',
      });
    }
  },
});
