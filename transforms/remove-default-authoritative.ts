import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeDefaultAuthoritative = defineTransform({
  id: 'remove-default-authoritative',
  title: 'Remove AuthDefaultAuthoritative and AuthzDefaultAuthoritative',
  stage: 'directives',
  rows: ['module-removed'],
  directives: ['AuthDefaultAuthoritative', 'AuthzDefaultAuthoritative'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes AuthDefaultAuthoritative and AuthzDefaultAuthoritative away.',
    why: 'Their modules, mod_authn_default and mod_authz_default, are gone. They refused (401) where no other module answered, or, with Off, left 2.2 to answer 500. In 2.4 mod_authz_core refuses whatever nothing grants, and where no module checks the password the answer is 500 (AH00027): nobody is let in who was kept out.',
    before: 'AuthzDefaultAuthoritative Off',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    removed: '2.4 has no {name}, nor its module. Without the line nobody gets in who did not before.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'AuthDefaultAuthoritative', 'AuthzDefaultAuthoritative')) {
      const { node } = directive;
      const name = node.name.value;
      const edits = removeNode(directive);
      report(placeOf(directive), 'removed', {
        data: { name },
        fix: { title: `Remove ${name}`, applicability: 'safe', edits },
      });
    }
  },
});
