import { authnAliases, mayMeetAnyOf } from '../src/access/index.ts';
import { outOfLimits, type Occurrence, type Scope } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportLdapFallbacks = defineTransform({
  id: 'report-ldap-fallbacks',
  title: 'Report LDAP requirements that users of another provider meet',
  stage: 'findings',
  rows: [],
  directives: ['AuthBasicProvider', 'AuthLDAPBindAuthoritative', 'AuthLDAPGroupAttributeIsDN'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out each AuthBasicProvider line with another provider after LDAP, where `Require ldap-...` may be asked and where `AuthLDAPBindAuthoritative off`, or an alias with an AuthLDAPURL of its own, leaves the other provider users whom the directory knows; and each such line beside `AuthLDAPGroupAttributeIsDN off`, where `Require ldap-group` may be asked.',
    why: 'A user with the password of the other provider is logged in then. 2.2 let nobody meet `Require ldap-...` who was not logged in by LDAP where LDAP was asked first, nor do releases of 2.4 up to 2.4.62. 2.4.71 takes the entry that has the name of the user (mod_authnz_ldap.c): an account of a password file is in the groups of the directory entry of the same name. Users without an entry were looked for in groups by their names where LDAP was asked first and AuthLDAPGroupAttributeIsDN is off: by 2.2 unless a `Require ldap-...` line of another kind stands before, by 2.4.62 always, by 2.4.71 never.',
    before:
      'AuthBasicProvider ldap file\nAuthLDAPURL ldap://ldap.example/o=Example\nAuthLDAPBindAuthoritative off\nRequire ldap-group cn=staff,o=Example',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether a name is in both is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authnz_ldap.html#authldapbindauthoritative',
  },
  messages: {
    fallback:
      'Users whom LDAP does not log in here are looked up by `{provider}`. 2.2 let none of them meet `Require ldap-...`; 2.4 does (2.4.71; not yet 2.4.62) where the directory has an entry of that name: it lets in more. Check that no such account has the name of another person in the directory, or let LDAP alone log in here.',
    'without-entry':
      'Users whom LDAP does not know are looked up by `{provider}`. With AuthLDAPGroupAttributeIsDN off 2.2 then looked for their names in the groups of `Require ldap-group`, unless another `Require ldap-...` stood before it. {what} See that all who are to get in have an entry in the directory, or name these users in `Require user`.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const isLate = isSince(target, '2.4.63');
    const requires = findDirectives(model, 'Require').filter(({ args }) => args[0]?.startsWith('ldap-'));
    if (requires.length === 0) return;
    const ofLdap = authnAliases(model).filter(({ provider }) => provider === 'ldap');
    const aliases = new Set(ofLdap.map(({ name }) => name));
    const meetsRequire = mayMeetAnyOf(requires.map(sectionOf));
    const meetsGroup = mayMeetAnyOf(requires.filter(({ args }) => args[0] === 'ldap-group').map(sectionOf));
    const meetsNames = mayMeetAnyOf(
      findDirectives(model, 'AuthLDAPGroupAttributeIsDN').filter(isOff).map(sectionOf),
    );
    const meetsLenient = mayMeetAnyOf(
      findDirectives(model, 'AuthLDAPBindAuthoritative').filter(isOff).map(sectionOf),
    );
    const leaves = (provider: string, section: Scope): boolean =>
      aliases.has(provider) || meetsLenient(section);
    for (const [section, lines] of groupBy(findDirectives(model, 'AuthBasicProvider'), sectionOf)) {
      const providers = lines.flatMap(({ args }) => args);
      const isLdap = (name: string): boolean => name === 'ldap' || aliases.has(name);
      const [line] = lines;
      if (line === undefined || !meetsRequire(section)) continue;
      const providerAfter = (isFirst: (name: string) => boolean): string | undefined => {
        const first = providers.findIndex(isFirst);
        return first < 0 ? undefined : providers.slice(first).find((name) => !isLdap(name));
      };
      const provider = providerAfter((name) => isLate && isLdap(name) && leaves(name, section));
      if (provider !== undefined) report(placeOf(line), 'fallback', { level: 'warning', data: { provider } });
      const other = meetsGroup(section) && meetsNames(section) ? providerAfter(isLdap) : undefined;
      if (other === undefined) continue;
      const what = isLate
        ? '2.4 keeps them out (2.4.71; not yet 2.4.62).'
        : '2.4 does so whatever stood before: it lets in more.';
      report(placeOf(line), 'without-entry', { level: 'warning', data: { provider: other, what } });
    }
  },
});

function sectionOf({ scope }: Occurrence): Scope {
  return outOfLimits(scope);
}

function isOff({ args }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'off';
}
