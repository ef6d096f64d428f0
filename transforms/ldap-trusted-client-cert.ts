import { linesNamed } from '../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
  removeNode,
  renameDirective,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';

export const ldapTrustedClientCert = defineTransform({
  id: 'ldap-trusted-client-cert',
  title: 'Move LDAPTrustedClientCert to where LDAP is asked',
  stage: 'directives',
  rows: ['ldap-trusted-client-cert'],
  directives: ['LDAPTrustedClientCert'],
  applicability: 'safe',
  docs: {
    does: 'Copies LDAPTrustedClientCert lines of a server or virtual host into each section and .htaccess file there that authenticates by LDAP. The line of the main server becomes LDAPTrustedGlobalCert, that of a virtual host goes.',
    why: '2.4 takes the directive in directory contexts only and refuses it elsewhere. A section that has it, or another setting of mod_ldap, takes nothing over from the sections around it (mod_ldap of 2.4 has no merge of directory settings). With the OpenLDAP library a certificate that is set for a section comes too late, and a directory that asks for one is not reached (seen on 2.4.71). 2.2 added the certificate to the global ones (util_ldap.c), and LDAPTrustedGlobalCert does that on both.',
    before:
      'LDAPTrustedClientCert CERT_BASE64 conf/client.pem\n<Directory /srv/staff>\n    AuthLDAPURL ldaps://ldap.example/o=Example\n</Directory>',
    after:
      'LDAPTrustedGlobalCert CERT_BASE64 conf/client.pem\n<Directory /srv/staff>\n    AuthLDAPURL ldaps://ldap.example/o=Example\n    LDAPTrustedClientCert CERT_BASE64 conf/client.pem\n</Directory>',
    undo: 'Nothing to undo: 2.4 does not start with the line at server level.',
    limits:
      '.htaccess files get the lines of the main server only: which virtual host serves them is not looked up. In a file that is no whole server the lines stay, with a finding, because it may be meant for the inside of a section.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ldap.html#ldaptrustedclientcert',
  },
  messages: {
    moved: '2.4 refuses LDAPTrustedClientCert at server level: it is{copied}.',
    global:
      '2.4 refuses LDAPTrustedClientCert at server level: it holds for all connections as LDAPTrustedGlobalCert, which is what 2.2 made of it{copied}.',
    unused:
      '2.4 refuses LDAPTrustedClientCert in a virtual host, where it had no effect in 2.2, and no section here authenticates by LDAP.',
    fragment:
      '2.4 takes LDAPTrustedClientCert in directory sections and .htaccess files only. If this file is included at server level, move the line to where LDAP is asked.',
  },
  run({ model, report }) {
    const lines = findDirectives(model, 'LDAPTrustedClientCert').filter(({ scope }) => isServer(scope));
    if (lines.length === 0) return;
    const askers = groupByNode(askersOf(model));
    for (const group of groupByNode(lines)) {
      const [line] = group;
      if (model.kind === 'fragment' && line.scope === model.main) {
        report(placeOf(line), 'fragment', { level: 'warning' });
        continue;
      }
      const reached = askers.filter(([asker]) => group.some((each) => reaches(each, asker, model)));
      const copies = reached.flatMap(([asker]) => copyBeside(line, asker));
      const copied = copiedText(reached.length);
      const isGlobal = group.some(({ scope }) => scope === model.main);
      const isUnused = !isGlobal && reached.length === 0;
      report(placeOf(line), isGlobal ? 'global' : isUnused ? 'unused' : 'moved', {
        data: { copied: isGlobal && copied !== '' ? `, and is${copied}` : copied },
        level: isUnused ? 'warning' : 'info',
        fix: {
          title: 'Move LDAPTrustedClientCert',
          applicability: 'safe',
          edits: [...(isGlobal ? madeGlobal(line) : removeNode(line)), ...copies],
        },
      });
    }
  },
});

function copiedText(places: number): string {
  if (places === 0) return '';
  return ` copied to ${places === 1 ? 'the place here that asks LDAP' : `the ${places} places here that ask LDAP`}`;
}

function isServer({ kind }: Scope): boolean {
  return kind === 'server' || kind === 'virtualhost';
}

/** `LDAPTrustedClientCert` of 2.2 put the certificate among the global ones (`util_ldap_set_trusted_client_cert`). */
function madeGlobal(line: Occurrence): FileEdit[] {
  return renameDirective(line, 'LDAPTrustedGlobalCert');
}

/** The last line of each section and .htaccess file that has to do with LDAP: beside it the copies are read if it is. */
function askersOf(model: ServerModel): Occurrence[] {
  const last = new Map<Scope, Occurrence>();
  for (const line of linesNamed(
    model,
    (name) => name === 'authbasicprovider' || name.startsWith('authldap'),
  )) {
    if (line.on24 !== 'no' && !isServer(line.scope) && asksLdap(line)) last.set(line.scope, line);
  }
  return [...last.values()];
}

function asksLdap({ name, args }: Occurrence): boolean {
  if (name === 'authbasicprovider') return args.some((word) => /^ldap$/i.test(word));
  return name.startsWith('authldap');
}

/** The main server's lines hold in its virtual hosts, too. */
function reaches({ scope }: Occurrence, asker: Occurrence, { main }: ServerModel): boolean {
  return scope === main || (asker.scope.kind !== 'htaccess' && asker.scope.server === scope);
}

function copyBeside({ file, node }: Occurrence, asker: Occurrence): FileEdit[] {
  const words = node.args.map(({ span, value }) => {
    const source = file.source.text.slice(span.start, span.end);
    return source.includes('\n') ? quoteWord(value) : source;
  });
  const line = [node.name.value, ...words].join(' ');
  return insertAfter(asker, [line]);
}
