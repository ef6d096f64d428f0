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
  directives: ['AuthBasicProvider', 'AuthLDAPBindAuthoritative'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out each AuthBasicProvider line with another provider after LDAP, where `Require ldap-...` may be asked and where `AuthLDAPBindAuthoritative off`, or an alias with an AuthLDAPURL of its own, leaves the other provider users whom the directory knows.',
    why: 'A user with the password of the other provider is logged in then. 2.2 let nobody meet `Require ldap-...` who was not logged in by LDAP where LDAP was asked first, nor do releases of 2.4 up to 2.4.62. 2.4.71 takes the entry that has the name of the user (mod_authnz_ldap.c): an account of a password file is in the groups of the directory entry of the same name.',
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
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.63')) return;
    const requires = findDirectives(model, 'Require').filter(({ args }) => args[0]?.startsWith('ldap-'));
    if (requires.length === 0) return;
    const ofLdap = authnAliases(model).filter(({ provider }) => provider === 'ldap');
    const aliases = new Set(ofLdap.map(({ name }) => name));
    const meetsRequire = mayMeetAnyOf(requires.map(sectionOf));
    const meetsLenient = mayMeetAnyOf(
      findDirectives(model, 'AuthLDAPBindAuthoritative').filter(isOff).map(sectionOf),
    );
    const leaves = (provider: string, section: Scope): boolean =>
      aliases.has(provider) || meetsLenient(section);
    for (const [section, lines] of groupBy(findDirectives(model, 'AuthBasicProvider'), sectionOf)) {
      const providers = lines.flatMap(({ args }) => args);
      const isLdap = (name: string): boolean => name === 'ldap' || aliases.has(name);
      const first = providers.findIndex((name) => isLdap(name) && leaves(name, section));
      const provider = first < 0 ? undefined : providers.slice(first).find((name) => !isLdap(name));
      const [line] = lines;
      if (provider === undefined || line === undefined) continue;
      if (meetsRequire(section)) report(placeOf(line), 'fallback', { level: 'warning', data: { provider } });
    }
  },
});

function sectionOf({ scope }: Occurrence): Scope {
  return outOfLimits(scope);
}

function isOff({ args }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'off';
}
