// A server of 2.2 that has a bit of each row of the upgrade guide that shows in an answer or in a log.

const MODULES =
  'authz_host log_config setenvif headers rewrite include filter deflate substitute cache disk_cache proxy ' +
  'proxy_http proxy_balancer proxy_scgi dumpio ext_filter dir mime alias version';

const HEAD = `ServerRoot "@ROOT@"
PidFile logs/httpd.pid
ServerName localhost
Listen 127.0.0.1:@PORT@
Listen 127.0.0.1:@FIRST@
User www-data
Group www-data
LockFile @ROOT@/logs/accept.lock
AcceptMutex fcntl
RewriteLock @ROOT@/logs/rewrite.lock
KeepAlive 5
MaxClients 20
MaxRequestsPerChild 0
${MODULES.split(' ')
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so`)
  .join('\n')}
DocumentRoot "@ROOT@/htdocs"
TypesConfig conf/mime.types
DirectoryIndex index.html
ErrorLog logs/error_log
LogLevel debug
CustomLog "|/bin/cat >> @ROOT@/logs/piped" "%{Host}i %U"
FileETag -Size
<IfModule mod_disk_cache.c>
    CacheRoot @ROOT@/cache
    CacheEnable disk /
    CacheDisable /filtered
</IfModule>
ProxyRequests On
<Proxy *>
    Order allow,deny
    Allow from 127.0.0.1
</Proxy>
<Proxy balancer://two>
    BalancerMember http://127.0.0.1:@BACKEND@
</Proxy>
ProxyPass /balanced balancer://two/plain
ProxyPass /scgi scgi://127.0.0.1:@SCGI@
RewriteEngine on
RewriteLog @ROOT@/logs/rewrite_log
RewriteLogLevel 3
RewriteRule ^/old/(.*) /new/$1
AddOutputFilterByType DEFLATE text/css
ExtFilterDefine louder mode=output cmd="/usr/bin/tr a-z A-Z"
<Directory "@ROOT@/htdocs">
    Options Includes FollowSymLinks
    Order allow,deny
    Allow from all
</Directory>
<Directory "@ROOT@/htdocs/pages">
    AddOutputFilter INCLUDES .html
</Directory>
<Directory "@ROOT@/htdocs/filtered">
    FilterDeclare wanted
    FilterProvider wanted SUBSTITUTE req=X-Want $yes
    FilterChain wanted
    Substitute s/plain/changed/
</Directory>
<Directory "@ROOT@/htdocs/loud">
    ExtFilterOptions DebugLevel=1 LogStderr
    SetOutputFilter louder
</Directory>
`;

const HOSTS = `NameVirtualHost 127.0.0.1:@PORT@
<VirtualHost 127.0.0.1:@PORT@>
    ServerName a.example
    RewriteEngine on
    RewriteOptions inherit
    DumpIOInput On
</VirtualHost>
<VirtualHost 127.0.0.1:@PORT@>
    ServerName b.example
    DocumentRoot "@ROOT@/htdocs/b"
</VirtualHost>
<VirtualHost 127.0.0.1:@FIRST@>
    ServerName first.example
    DocumentRoot "@ROOT@/htdocs/first"
</VirtualHost>
<VirtualHost 127.0.0.1:@FIRST@>
    ServerName second.example
    DocumentRoot "@ROOT@/htdocs/b"
</VirtualHost>
`;

/** `@BACKEND@` and `@SCGI@` stand for what is behind the proxies, `@FIRST@` for a second port. */
export const ROWS_TREE: Readonly<Record<string, string>> = {
  'conf/httpd.conf': HEAD + HOSTS,
  'conf/mime.types': 'text/html html\ntext/plain txt\ntext/css css\n',
  'htdocs/index.html': 'main\n',
  'htdocs/new/x.txt': 'new\n',
  'htdocs/style.css': 'body { color: black }\n'.repeat(50),
  'htdocs/b/index.html': 'b\n',
  'htdocs/first/index.html': 'first\n',
  'htdocs/named/.htaccess': 'DirectoryIndex other.html\n',
  'htdocs/named/other.html': 'other\n',
  'htdocs/pages/index.html':
    '<!--#if expr="$QUERY_STRING = /^a.c$/" -->match<!--#else -->none<!--#endif -->\n',
  'htdocs/filtered/x.txt': 'plain\n',
  'htdocs/loud/x.txt': 'quiet\n',
};
