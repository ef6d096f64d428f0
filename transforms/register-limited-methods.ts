import { unregisteredLimits } from '../src/access/index.ts';
import { appendToDocument } from '../src/syntax/index.ts';
import { knowsDirective } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { defineTransform, inFile, placeOfScope } from '../src/transform/index.ts';

export const registerLimitedMethods = defineTransform({
  id: 'register-limited-methods',
  title: 'Register the methods that only .htaccess files name',
  stage: 'access',
  rows: [],
  directives: ['Limit', 'LimitExcept'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes a RegisterHttpMethod line into the main file for each word that a `<Limit>` or `<LimitExcept>` of a .htaccess file names and that 2.4 does not know as a method; for a target before 2.4.24, an empty `<Limit>` section that names it.',
    why: 'Both versions tell methods apart by case: `get` is not GET. 2.2 takes any word for a method. 2.4 can learn new ones at its start only, and answers 500 to all below a .htaccess file that names one.',
    before: 'Timeout 300',
    after: 'Timeout 300\nRegisterHttpMethod get post',
    undo: 'Write the methods in capitals in the .htaccess files, and remove the line.',
    limits: 'A .htaccess file without its server is only reported: there is nowhere to write the line.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#registerhttpmethod',
  },
  messages: {
    registered:
      'No 2.4 server knows {methods} as a method, and it would answer 500 to all below this folder: this line makes it known. As in 2.2 such a method is not the one in capitals: `get` does not limit GET. If that was meant, write it in capitals here.',
    alone:
      'No 2.4 server knows {methods} as a method, and it answers 500 to all below this folder. Write `RegisterHttpMethod {methods}` into its configuration; or, if the method in capitals was meant, write that here: as it stands, GET and POST are not limited by it in 2.2 either.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const { entry } = model;
    const main = model.kind === 'server' && entry !== null ? model.files.get(entry) : undefined;
    const limits = unregisteredLimits(model);
    const all = [...new Set(limits.flatMap(({ methods }) => methods))];
    for (const { scope, methods } of limits) {
      const data = { methods: methods.join(' ') };
      if (main === undefined) {
        report(placeOfScope(scope), 'alone', { level: 'error', data });
        continue;
      }
      const edits = appendToDocument(main.document, linesFor(target, all));
      const fix = {
        title: 'Register the methods',
        applicability: 'safe' as const,
        edits: inFile(main, edits),
      };
      report(placeOfScope(scope), 'registered', { level: 'warning', data, fix });
    }
  },
});

/** Before RegisterHttpMethod came, a section of the configuration file did it (`ap_limit_section`, server/core.c). */
function linesFor(target: TargetProfile, methods: readonly string[]): readonly string[] {
  const words = methods.join(' ');
  if (knowsDirective(target, 'RegisterHttpMethod')) return [`RegisterHttpMethod ${words}`];
  return [`<Limit ${words}>`, '</Limit>'];
}
