import { outOfLimits, type Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

const DEFAULTS = ['AuthDefaultAuthoritative', 'AuthzDefaultAuthoritative'] as const;

/** How Require lines counted, where there are any. */
const OF_REQUIREMENTS = [
  'AuthzDBMAuthoritative',
  'AuthzGroupFileAuthoritative',
  'AuthzLDAPAuthoritative',
  'AuthzOwnerAuthoritative',
  'AuthzUserAuthoritative',
] as const;

export const removeDefaultAuthoritative = defineTransform({
  id: 'remove-default-authoritative',
  title: 'Remove Authoritative lines that decide nothing in 2.4',
  stage: 'directives',
  rows: ['module-removed'],
  directives: [...DEFAULTS, ...OF_REQUIREMENTS],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes AuthDefaultAuthoritative and AuthzDefaultAuthoritative away, and AuthzLDAPAuthoritative and the like in `<AuthnProviderAlias>`.',
    why: 'Their modules, mod_authn_default and mod_authz_default, are gone. They refused (401) where no other module answered, or, with Off, left 2.2 to answer 500. In 2.4 mod_authz_core refuses whatever nothing grants, and where no module checks the password the answer is 500 (AH00027): nobody is let in who was kept out. The lines of a provider alias count while a password is looked up; who may come in is asked without them.',
    before: 'AuthzDefaultAuthoritative Off',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    removed: '2.4 has no {name}, nor its module. Without the line nobody gets in who did not before.',
    'in-alias':
      '2.4 has no {name}. In `<AuthnProviderAlias>` it had no effect in 2.2 either: only passwords are looked up with these lines.',
  },
  run({ model, report }) {
    const remove = (directive: Occurrence, message: 'removed' | 'in-alias'): void => {
      const name = directive.node.name.value;
      report(placeOf(directive), message, {
        data: { name },
        fix: { title: `Remove ${name}`, applicability: 'safe', edits: removeNode(directive) },
      });
    };
    for (const directive of findDirectives(model, ...DEFAULTS)) remove(directive, 'removed');
    for (const directive of findDirectives(model, ...OF_REQUIREMENTS))
      if (outOfLimits(directive.scope).name === 'authnprovideralias') remove(directive, 'in-alias');
  },
});
