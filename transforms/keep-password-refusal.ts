import { loginsWithoutUsers } from '../src/access/index.ts';
import { moduleFacts } from '../src/catalog/index.ts';
import { occurrencesOf, outOfLimits, type Occurrence, type ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const keepPasswordRefusal = defineTransform({
  id: 'keep-password-refusal',
  title: 'Answer unknown users as mod_authn_default did',
  stage: 'directives',
  rows: ['msg-couldnt-check-user', 'module-removed'],
  directives: ['AuthBasicAuthoritative'],
  applicability: 'safe',
  docs: {
    does: 'Writes `AuthBasicAuthoritative On` for Off in a tree that loads mod_authn_default and no module of a third party.',
    why: 'With Off, mod_auth_basic leaves a user whom it does not know to other modules. In 2.2 mod_authn_default came last and answered 401. It is gone: 2.4 answers 500, "couldn\'t check user" (AH00027). No module of httpd itself stands between the two.',
    before: 'AuthBasicAuthoritative Off',
    after: 'AuthBasicAuthoritative On',
    undo: 'Write Off again where a third-party module is to look after users whom the password files do not know.',
    limits:
      'Where a third-party module is loaded, the line stays, with a finding: that module may know the user. Where each section with the line says AuthDefaultAuthoritative Off as well, it stays, too: 2.2 answered 500. Where only some do, users whom these do not know get 401 for the 500. Where no AuthUserFile is in force, 2.4 answers 500 with On, too, until one is written.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_basic.html#authbasicauthoritative',
  },
  messages: {
    written:
      'With AuthBasicAuthoritative Off an unknown user is left to other modules, and mod_authn_default, which answered 401 in 2.2, is gone: 2.4 would answer 500.',
    'written-in-part':
      'With AuthBasicAuthoritative Off an unknown user is left to other modules, and mod_authn_default, which answered 401 in 2.2, is gone: 2.4 would answer 500. On brings 401 back only where the users are looked up in a file that is named: where none is (see report-login-files), 2.4 still answers 500 until one is written.',
    left: 'With AuthBasicAuthoritative Off a user whom the password files do not know is left to other modules, here perhaps to {modules}. If none of them knows the user, mod_authn_default answered 401 in 2.2, and 2.4 answers 500. If none is to look users up, write On.',
  },
  run({ model, original, options, writtenFor, report }) {
    if (writtenFor === '2.4' || !hasLastWord(original)) return;
    const modules = thirdPartyModules(model).join(', ');
    const messageId =
      loginsWithoutUsers(original, options.semantics).length > 0 ? 'written-in-part' : 'written';
    for (const directive of findDirectives(model, 'AuthBasicAuthoritative')) {
      if (!isOff(directive)) continue;
      if (modules !== '') {
        report(placeOf(directive), 'left', { level: 'warning', data: { modules } });
        continue;
      }
      report(placeOf(directive), messageId, {
        fix: {
          title: 'Write AuthBasicAuthoritative On',
          applicability: 'safe',
          edits: setArgument(directive, 0, 'On'),
        },
      });
    }
  },
});

/** Whether mod_authn_default answers what a line leaves to it. AuthDefaultAuthoritative goes with the access rules. */
function hasLastWord(model: ServerModel): boolean {
  if (model.hasModule22('mod_authn_default.c') !== 'yes') return false;
  const off = (name: string) =>
    occurrencesOf(model, name)
      .filter((line) => line.on22 !== 'no' && isOff(line))
      .map(({ scope }) => outOfLimits(scope));
  const unanswered = new Set(off('AuthDefaultAuthoritative'));
  return off('AuthBasicAuthoritative').some((section) => !unanswered.has(section));
}

function isOff({ args }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'off';
}

function thirdPartyModules({ modules }: ServerModel): string[] {
  const read = modules.filter(({ occurrence }) => occurrence.on22 !== 'no');
  return [...new Set(read.map(({ identifier }) => identifier))].filter((each) => moduleFacts(each) === null);
}
