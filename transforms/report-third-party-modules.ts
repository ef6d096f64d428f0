import { posix } from 'node:path';
import { moduleFacts, moduleFateOf, thirdPartyAdvice } from '../src/catalog/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import { isInPlace } from './shared/in-place.ts';

export const reportThirdPartyModules = defineTransform({
  id: 'report-third-party-modules',
  title: 'List the modules that must be built for 2.4',
  stage: 'findings',
  rows: ['module-third-party'],
  directives: ['LoadModule'],
  applicability: 'manual',
  refusedAtStart: ['missing'],
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
    missing:
      '{module} is a third-party module, and there is no file {path} here: 2.4 does not start with this line. Build or install it for 2.4, or take the line out.{advice}',
    installed:
      '{module} is a third-party module. The target has a file for it: check that its directives stayed the same.{advice}',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const isHere = isInPlace(model);
    for (const { identifier, occurrence } of liveModuleLines(model)) {
      const isForBoth = occurrence.on22 !== 'no';
      if (!isForBoth || moduleFacts(identifier) !== null || moduleFateOf(identifier) !== null) continue;
      const isInstalled = target.loadable.has(identifier);
      const path = occurrence.args[1] ?? '';
      const isMissing = !isInstalled && isHere && isGone(path, model);
      const advice = thirdPartyAdvice(identifier, target.family === 'windows');
      const data = { module: identifier, path, advice: advice === null ? '' : ` ${advice}` };
      if (isMissing) report(placeOf(occurrence), 'missing', { data, level: 'error' });
      else if (isInstalled) report(placeOf(occurrence), 'installed', { data, level: 'info' });
      else report(placeOf(occurrence), 'foreign', { data, level: 'warning' });
    }
  },
});

/** Where its folder is: without the modules it is a copy of the configuration alone. */
function isGone(path: string, model: ServerModel): boolean {
  return path !== '' && model.hasFile(path) === 'no' && model.hasFolder(posix.dirname(path)) === 'yes';
}
