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
    title: "AH02562, AH02572, AH02312: a certificate or key that can't be used",
    directives: ['SSLCertificateFile', 'SSLCertificateKeyFile'],
    codes: [
      'AH02561',
      'AH02562',
      'AH02311',
      'AH02312',
      'AH02564',
      'AH02565',
      'AH02572',
      'AH02573',
      'AH02574',
      'AH02581',
    ],
    messages: [
      {
        pattern: /Failed to configure at least one certificate|Fatal error initialising mod_ssl/i,
        examples: [
          '[ssl:emerg] [pid 1] AH02572: Failed to configure at least one certificate and key for www.example.com:443',
          'AH02312: Fatal error initialising mod_ssl, exiting.',
        ],
      },
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
      "The server does not start. `key too small`: the key of the certificate, or of its authority, has less than 2048 bits (Debian) or 1024. `md too weak`: it is signed with MD5 or SHA-1. AH02572: the virtual host has `SSLEngine on` and no usable SSLCertificateFile with its key. AH02573, AH02574, AH02581: there is no key, or it can't be read; no copy of a configuration holds keys. AH02311 and AH02312 only end the start: the lines before say why, in the error log of that virtual host.",
    why: 'OpenSSL 3 refuses what its security level forbids: level 1 by default, 2 on Debian and Ubuntu.',
    does: 'Names the certificates that are here and too weak.',
    change: null,
    undo: 'Get a new certificate. Until then `SSLCipherSuite DEFAULT@SECLEVEL=0` takes the old one.',
    see: ['report-tls-library'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcertificatefile',
  }),
  defineExplanation({
    id: 'msg-chain-file',
    title: 'AH02559: SSLCertificateChainFile is deprecated',
    directives: ['SSLCertificateChainFile'],
    codes: ['AH02559'],
    messages: [
      {
        pattern: /SSLCertificateChainFile directive \([^)]*\) is deprecated/i,
        examples: [
          '[ssl:warn] [pid 1] AH02559: The SSLCertificateChainFile directive (/etc/apache2/sites-enabled/a.conf:10) is deprecated, SSLCertificateFile should be used instead',
        ],
      },
    ],
    means: 'The line still works. Since 2.4.8 SSLCertificateFile may hold the chain, too.',
    why: 'Releases from 2.4.8 warned at start; later ones no longer do (ssl_engine_config.c).',
    does: 'Nothing: the line does what it did.',
    change: null,
    undo: 'Put both certificates into one file, that of the server first, if the warning is in the way.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcertificatechainfile',
  }),
  defineExplanation({
    id: 'msg-sni',
    title: 'AH02031, AH02032, AH02033: the client named another host in TLS than in HTTP, or none',
    directives: ['SSLStrictSNIVHostCheck'],
    codes: ['AH02031', 'AH02032', 'AH02033'],
    messages: [
      {
        pattern: /\bprovided via SNI\b/i,
        examples: [
          '[ssl:error] [pid 1] AH02032: Hostname a.example provided via SNI and hostname b.example provided via HTTP have no compatible SSL setup',
          'AH02033: No hostname was provided via SNI for a name based virtual host',
          'AH02031: Hostname a.example provided via SNI, but no hostname provided in HTTP request',
        ],
      },
    ],
    means:
      'AH02032: the two hosts have other protocols, ciphers or client certificates, and the answer is 421. AH02033: SSLStrictSNIVHostCheck refuses clients without SNI with 403. AH02031: there is no Host header: 400.',
    why: '2.2 answered 400 to every request with two names. 2.4 answers it if the TLS settings of both hosts are alike (ssl_hook_ReadReq in ssl_engine_kernel.c), and later releases refuse more of those without SNI.',
    does: 'Points out the hosts of one address that have other TLS settings than the first.',
    change: null,
    undo: 'Give the hosts of one address the same TLS settings, or addresses of their own.',
    see: ['report-hosts-without-sni'],
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslstrictsnivhostcheck',
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
