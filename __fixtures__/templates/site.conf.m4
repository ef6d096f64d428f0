dnl made by make
<Directory /srv/www>
    Order deny,allow
    Deny from all
ifdef(`PUBLIC', `
    Allow from all
', `
    Allow from SITE_NET
')dnl
</Directory>
