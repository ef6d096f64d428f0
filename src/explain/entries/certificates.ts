import type { Explanation } from '../types.ts';
import { defineExplanation } from './define-explanation.ts';

/** What mod_ssl and mod_ldap say where certificates, and the names in them, are read in another way. */
export const certificates: readonly Explanation[] = [
  defineExplanation({
    id: 'msg-certificate-revocation',
    title:
      'AH02039, AH01902, AH01899: a certificate is revoked, or a revocation list is missing or not looked at',
    rows: ['ssl-crl-check'],
    directives: ['SSLCARevocationCheck', 'SSLCARevocationFile', 'SSLCARevocationPath'],
    codes: ['AH02039', 'AH01902', 'AH01899'],
    messages: [
      {
        pattern: /Certificate Verification: Error|unable to get certificate CRL/i,
        examples: [
          '[ssl:error] [pid 1] [client 127.0.0.1:1] AH02039: Certificate Verification: Error (3): unable to get certificate CRL',
          'AH02039: Certificate Verification: Error (23): certificate revoked',
        ],
      },
      {
        pattern:
          /CRL storage locations configured, but CRL checking|CRL checking has been enabled, but neither/i,
        examples: [
          '[ssl:warn] [pid 31624] AH01902: Host a.test:443: X.509 CRL storage locations configured, but CRL checking (SSLCARevocationCheck) is not enabled',
          '[ssl:emerg] [pid 31850] AH01899: Host a.test:443: CRL checking has been enabled, but neither SSLCARevocationFile nor SSLCARevocationPath is configured',
        ],
      },
    ],
    means:
      'A certificate did not pass. `unable to get certificate CRL`: SSLCARevocationCheck wants a list of each authority of the chain, and one has none. `certificate revoked`, `CRL has expired`: as in 2.2. AH01902: there are lists, and nothing says that they count, so revoked certificates pass. AH01899: they count, and there are none: the server does not start.',
    why: '2.2 looked into lists wherever there were any, and let certificates pass whose authority had none. 2.4 looks only where SSLCARevocationCheck says so, and `chain` alone wants a list of each authority.',
    does: 'Writes `SSLCARevocationCheck chain no_crl_for_cert_ok`, which refuses and lets pass what 2.2 did.',
    change: {
      before: 'SSLCARevocationFile conf/crl.pem',
      after: 'SSLCARevocationFile conf/crl.pem\nSSLCARevocationCheck chain no_crl_for_cert_ok',
    },
    undo: 'Get a list of each authority into SSLCARevocationFile or SSLCARevocationPath, and remove `no_crl_for_cert_ok`.',
    see: ['ssl-crl-check'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcarevocationcheck',
  }),
  defineExplanation({
    id: 'msg-weak-certificate',
    title: 'AH02562: a certificate that the OpenSSL of today does not take',
    directives: ['SSLCertificateFile'],
    codes: ['AH02561', 'AH02562'],
    messages: [
      {
        pattern: /Failed to configure certificate|\b(?:ee|ca) key too small|\bca md too weak/i,
        examples: [
          '[ssl:emerg] [pid 31618] AH02562: Failed to configure certificate a.test:443:0 (with chain), check /etc/ssl/a.pem',
          '[ssl:emerg] [pid 31618] SSL Library Error: error:0A00018F:SSL routines::ee key too small',
          'SSL Library Error: error:0A00018E:SSL routines::ca md too weak',
        ],
      },
    ],
    means:
      "`key too small`: the key of the certificate, or of its authority, has less than 2048 bits (Debian) or 1024. `md too weak`: it is signed with MD5 or SHA-1. The server does not start. With neither behind it, the file is no certificate, or can't be read.",
    why: 'OpenSSL 3 refuses what its security level forbids: level 1 by default, 2 on Debian and Ubuntu.',
    does: 'Names the certificates that are here and too weak.',
    change: null,
    undo: 'Get a new certificate. Until then `SSLCipherSuite DEFAULT@SECLEVEL=0` takes the old one.',
    see: ['report-tls-library'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcertificatefile',
  }),
  defineExplanation({
    id: 'msg-ssl-require',
    title: 'AH02229: SSLRequire does not let the request pass',
    rows: ['ssl-legacy-dn'],
    directives: ['SSLRequire', 'SSLOptions'],
    codes: ['AH02229'],
    messages: [
      {
        pattern: /SSL requirement expression not fulfilled/i,
        examples: [
          '[ssl:error] [pid 1] [client 127.0.0.1:1] AH02229: access to /srv/www/a/ failed, reason: SSL requirement expression not fulfilled',
        ],
      },
    ],
    means:
      'The condition of SSLRequire is not met. If it was met in 2.2, it probably compares a distinguished name.',
    why: '2.4 writes SSL_CLIENT_S_DN and its like as `CN=alice,O=Example`, where 2.2 wrote `/O=Example/CN=alice`.',
    does: 'Adds `+LegacyDNStringFormat` to the SSLOptions of each context that reads such a name.',
    change: {
      before: 'SSLRequire %{SSL_CLIENT_S_DN} eq "/O=Example/CN=alice"',
      after: 'SSLRequire %{SSL_CLIENT_S_DN} eq "/O=Example/CN=alice"\nSSLOptions +LegacyDNStringFormat',
    },
    undo: 'Compare with the new form, and take the option out.',
    see: ['ssl-legacy-dn'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#ssloptions',
  }),
  defineExplanation({
    id: 'msg-ldap-connection',
    title: "AH01695: the LDAP directory can't be asked",
    rows: ['ldap-trusted-client-cert'],
    directives: ['LDAPTrustedClientCert', 'LDAPTrustedGlobalCert'],
    codes: ['AH01695'],
    messages: [
      {
        pattern: /auth_ldap authenticate: .*ldap_simple_bind\(\) failed|Can't contact LDAP server/i,
        examples: [
          "[authnz_ldap:info] [pid 1] [client 127.0.0.1:1] AH01695: auth_ldap authenticate: user alice authentication failed; URI /a/ [LDAP: ldap_simple_bind() failed][Can't contact LDAP server]",
        ],
      },
    ],
    means:
      'The directory does not answer, or ends the connection: with TLS most often because it was shown no certificate, or a wrong one. All passwords answer 500 then. With `Invalid credentials` in the brackets it is the password.',
    why: '2.4 takes LDAPTrustedClientCert in sections only, and with the OpenLDAP library it comes too late there. In 2.2 it was one of the global certificates.',
    does: 'Writes the line of the main server as LDAPTrustedGlobalCert, and copies it into the sections that ask LDAP.',
    change: {
      before: 'LDAPTrustedClientCert CERT_BASE64 conf/client.pem',
      after: 'LDAPTrustedGlobalCert CERT_BASE64 conf/client.pem',
    },
    undo: 'Nothing to undo: 2.4 does not start with the old line.',
    see: ['ldap-trusted-client-cert', 'keep-ldap-groups-flat'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ldap.html#ldaptrustedglobalcert',
  }),
];
