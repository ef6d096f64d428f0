import { mayMeetAnyOf } from '../src/access/index.ts';
import { outOfLimits, type Occurrence, type Scope } from '../src/model/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';

export const keepLdapGroupsFlat = defineTransform({
  id: 'keep-ldap-groups-flat',
  title: 'Keep members of groups within an LDAP group out',
  stage: 'defaults',
  rows: [],
  directives: ['AuthLDAPUrl'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `AuthLDAPMaxSubGroupDepth 0` after AuthLDAPURL where `Require ldap-group` may be asked with that URL.',
    why: '2.4 also lets in the members of groups that are members of the group, ten levels deep (AuthLDAPMaxSubGroupDepth, default 10; mod_authnz_ldap.c). 2.2 knew only who is named in the group itself: without the line more people get in.',
    before: 'AuthLDAPURL "ldap://ldap.example/o=Example"\nRequire ldap-group cn=staff,ou=Groups,o=Example',
    after:
      'AuthLDAPURL "ldap://ldap.example/o=Example"\nAuthLDAPMaxSubGroupDepth 0\nRequire ldap-group cn=staff,ou=Groups,o=Example',
    undo: 'Remove the line, if the members of groups within a group may come in.',
    limits:
      'Written as well where no group has a group in it: what the directory holds is not looked at. A tree that is written for 2.4 already is left as it is.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authnz_ldap.html#authldapmaxsubgroupdepth',
  },
  messages: {
    flat: '2.4 also lets in members of groups that are in the group, which 2.2 did not. AuthLDAPMaxSubGroupDepth 0 keeps them out.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const urls = findDirectives(model, 'AuthLDAPURL');
    if (urls.length === 0) return;
    const requires = findDirectives(model, 'Require').filter(asksGroup);
    const asking = new Set(requires.map(({ scope }) => outOfLimits(scope)));
    if (asking.size === 0) return;
    const meetsAsking = mayMeetAnyOf(asking);
    const isAsked = (section: Scope): boolean => asking.has(section) || meetsAsking(section);
    const limited = new Set(findDirectives(model, 'AuthLDAPMaxSubGroupDepth').map(({ scope }) => scope));
    for (const group of groupByNode(urls)) {
      const sections = group.map(({ scope }) => outOfLimits(scope)).filter(asksForGroups);
      if (!sections.some(isAsked) || sections.some((each) => limited.has(each))) continue;
      const [line] = group;
      report(placeOf(line), 'flat', {
        level: 'info',
        fix: {
          title: 'Write AuthLDAPMaxSubGroupDepth 0',
          applicability: 'safe',
          edits: insertAfter(line, ['AuthLDAPMaxSubGroupDepth 0']),
        },
      });
    }
  },
});

function asksGroup({ args }: Occurrence): boolean {
  const [first, second] = args;
  return (first?.toLowerCase() === 'not' ? second : first) === 'ldap-group';
}

/** The lines of `<AuthnProviderAlias>` count while a password is looked up, and no group is then. */
function asksForGroups({ name }: Scope): boolean {
  return name !== 'authnprovideralias';
}
