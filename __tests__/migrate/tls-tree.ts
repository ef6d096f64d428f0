// A server of 2.2 with mod_ssl, in the words that such servers use: old locks, lists, names and ciphers.

const MODULES =
  'authz_host authz_user auth_basic authn_file authz_default authn_default log_config setenvif headers rewrite include ' +
  'ssl proxy proxy_http dir mime alias';

const HEAD = `ServerRoot "@ROOT@"
PidFile logs/httpd.pid
ServerName localhost
Listen 127.0.0.1:@PORT@
Listen 127.0.0.1:@TLS@
User www-data
Group www-data
${MODULES.split(' ')
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so`)
  .join('\n')}
DocumentRoot "@ROOT@/htdocs"
TypesConfig conf/mime.types
DirectoryIndex index.html
ErrorLog logs/error_log
LogLevel warn
LogFormat "%{SSL_CLIENT_S_DN}x %{SSL_PROTOCOL}x %{cipher}c %U" names
SSLMutex file:@ROOT@/logs/ssl_mutex
SSLSessionCache shmcb:@ROOT@/logs/ssl_scache(512000)
SSLSessionCacheTimeout 300
SSLRandomSeed startup builtin
SSLRandomSeed connect builtin
SSLCryptoDevice builtin
SSLPassPhraseDialog builtin
<Directory />
    Options Includes FollowSymLinks
    AllowOverride None
    Order allow,deny
    Allow from all
</Directory>
`;

const TLS = `<VirtualHost 127.0.0.1:@TLS@>
    SSLEngine on
    SSLProtocol all -SSLv2
    SSLCipherSuite ALL:!ADH:!EXPORT56:RC4+RSA:+HIGH:+MEDIUM:+LOW:+SSLv2:+EXP:+eNULL
    SSLInsecureRenegotiation on
    SSLHonorCipherOrder on
    SSLStrictSNIVHostCheck off
    SSLCertificateFile @CERTS@/server.pem
    SSLCertificateKeyFile @CERTS@/server.key
    SSLCACertificateFile @CERTS@/ca.pem
    SSLCARevocationFile @CERTS@/ca.crl
    SSLVerifyClient optional
    SSLVerifyDepth 3
    CustomLog logs/names names
    Header set X-Name "%{SSL_CLIENT_S_DN}s"
    <Location /closed>
        SSLVerifyClient require
        SSLRequireSSL
    </Location>
    <Location /alice>
        SSLRequire %{SSL_CLIENT_S_DN} eq "/O=Example/CN=alice"
    </Location>
    <Location /names>
        SSLRequire %{SSL_CLIENT_S_DN_CN} in {"alice", "bob"} and %{SSL_CLIENT_VERIFY} eq "SUCCESS"
    </Location>
    <Location /fake>
        SSLOptions +FakeBasicAuth +StrictRequire
        SSLVerifyClient require
        AuthType Basic
        AuthName "By certificate"
        AuthUserFile @ROOT@/conf/users
        Require valid-user
    </Location>
    <Location /user>
        SSLVerifyClient require
        SSLUserName SSL_CLIENT_S_DN
        Header set X-Names "%{REMOTE_USER}s"
    </Location>
    <Location /include>
        SSLOptions +StdEnvVars
        AddOutputFilter INCLUDES .html
    </Location>
    RewriteEngine on
    RewriteCond %{SSL:SSL_CLIENT_S_DN} ^/O=Example/CN=alice$
    RewriteRule ^/not-alice - [F]
</VirtualHost>
`;

const PROXY = `<VirtualHost 127.0.0.1:@PORT@>
    SSLProxyEngine on
    SSLProxyProtocol +SSLv2 +SSLv3 +TLSv1 +TLSv1.2
    SSLProxyCACertificateFile @CERTS@/ca.pem
    ProxyPass /expired/ https://127.0.0.1:@EXPIRED@/
    ProxyPass /other-name/ https://127.0.0.1:@OTHERNAME@/
</VirtualHost>
`;

const REVOKED_BACKEND = `Listen 127.0.0.1:@CHECKED@
<VirtualHost 127.0.0.1:@CHECKED@>
    SSLProxyEngine on
    SSLProxyVerify require
    SSLProxyCACertificateFile @CERTS@/ca.pem
    SSLProxyCARevocationFile @CERTS@/ca.crl
    ProxyPass /good/ https://localhost:@GOOD@/
    ProxyPass /revoked/ https://localhost:@REVOKED@/
</VirtualHost>
`;

const PAGES = ['closed', 'alice', 'names', 'fake', 'user', 'include', 'not-alice'];

/** Its files; `@CERTS@` and the ports in them stand for what is running. */
export const TLS_TREE: Readonly<Record<string, string>> = {
  'conf/httpd.conf': HEAD + TLS + PROXY + REVOKED_BACKEND,
  'conf/mime.types': 'text/html html\n',
  // The password that FakeBasicAuth gives to everybody, as the manual has it.
  'conf/users': '/O=Example/CN=alice:xxj31ZMTZzkVA\n',
  ...Object.fromEntries(PAGES.map((name) => [`htdocs/${name}/index.html`, `${name}\n`])),
  'htdocs/include/index.html': '<!--#echo encoding="none" var="SSL_CLIENT_S_DN" -->\n',
};
