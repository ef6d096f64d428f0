<Location /admin>
    Order deny,allow
    Deny from all
    Allow from SITE_NET
</Location>
<Directory /srv/www>
    Order allow,deny
    Allow from all
ifdef(`CLOSED', `
    Deny from SITE_NET
')dnl
</Directory>
