import { outOfLimits, quotedLine, walkItems, type Occurrence, type Scope } from '../src/model/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { inheritedBy } from './shared/inherited-by.ts';

const DEFAULT_LINE = 'AuthLDAPBindAuthoritative on';

export const keepLdapSettingsApart = defineTransform({
  id: 'keep-ldap-settings-apart',
  title: 'Keep sections from inheriting LDAP settings when AuthzLDAPAuthoritative goes',
  // The access rules are converted with what the section then inherits.
  stage: 'lines',
  rows: ['remove-authzldapauthoritative'],
  directives: ['AuthzLDAPAuthoritative'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: `Writes \`${DEFAULT_LINE}\`, the default, where AuthzLDAPAuthoritative is the only line of mod_authnz_ldap in a section, and one around or before it has an AuthLDAPURL.`,
    why: 'mod_authnz_ldap has no function that merges: a section with any of its lines has none of the settings around it, nor their AuthLDAPURL. 2.2 so looks nobody up there, and answers 500 where the provider is ldap. 2.4 has no AuthzLDAPAuthoritative: without a line in its place the section would inherit the URL, and let in whom the directory knows.',
    before: '<Location "/a">\n    AuthzLDAPAuthoritative off\n</Location>',
    after: `<Location "/a">\n    ${DEFAULT_LINE}\n</Location>`,
    undo: 'Remove the line where the settings around the section should be inherited.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authnz_ldap.html',
  },
  messages: {
    apart:
      'In 2.2 this section does not inherit `{inherited}`: `{line}` starts the LDAP settings anew. 2.4 has no such line, and would inherit it. If it should be inherited, remove the new line.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const switches = findDirectives(model, 'AuthzLDAPAuthoritative');
    if (switches.length === 0) return;
    const urls = findDirectives(model, 'AuthLDAPURL');
    for (const [, copies] of groupBy(switches, ({ node }) => node)) {
      const alone = copies.map(({ scope }) => outOfLimits(scope)).filter((section) => !hasOtherLine(section));
      const from = alone.flatMap((section) => inheritedBy(section, urls))[0];
      const line = copies.at(-1);
      if (from === undefined || line === undefined) continue;
      report(placeOf(line), 'apart', {
        data: { line: quotedLine(line), inherited: quotedLine(from) },
        fix: {
          title: `Write ${DEFAULT_LINE}`,
          applicability: 'safe',
          edits: insertAfter(line, [DEFAULT_LINE]),
        },
      });
    }
  },
});

/** Whether a line of mod_authnz_ldap stays in the section. */
function hasOtherLine(section: Scope): boolean {
  const isOther = ({ name, on24 }: Occurrence): boolean => name.startsWith('authldap') && on24 !== 'no';
  return [...walkItems(section)].some((item) => item.type === 'occurrence' && isOther(item));
}
