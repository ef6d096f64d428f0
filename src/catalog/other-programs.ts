// Of programs that are configured in words like Apache's, the words that tell their files from it; in lower case.

/** Directives of CUPS that no module of httpd has. */
export const CUPS_DIRECTIVES = new Set(
  'systemgroup systemgroupauthkey defaultauthtype webinterface browsing browselocalprotocols browseremoteprotocols browseaddress browseallow browsedeny browseorder browseinterval browsetimeout maxjobs maxjobsperuser maxjobsperprinter preservejobhistory preservejobfiles autopurgejobs pagelog pagelogformat accessloglevel maxlogsize jobprivateaccess jobprivatevalues subscriptionprivateaccess subscriptionprivatevalues defaultpolicy defaultpapersize defaultshared errorpolicy idleexittimeout filterlimit filternice printcap printcapformat serverbin requestroot'.split(
    ' ',
  ),
);

/** Directives of ProFTPD that no module of httpd has. */
export const PROFTPD_DIRECTIVES = new Set(
  'maxinstances defaultroot defaultserver serverident deferwelcome multilinerfc2228 showsymlinks timeoutnotransfer timeoutstalled timeoutidle timeoutlogin displaylogin displaychdir displayconnect denyfilter allowoverwrite allowstorerestart allowretrieverestart persistentpasswd authorder requirevalidshell useftpusers rootlogin passiveports masqueradeaddress useralias anonrequirepassword allowall denyall allowuser denyuser allowgroup denygroup hideuser hidegroup hidenoaccess ignorehidden maxclientsperhost maxclientsperuser maxhostsperuser maxloginattempts accessgrantmsg accessdenymsg usereversedns identlookups tlsengine tlsrequired sftpengine createhome wtmplog sqlauthenticate sqlauthtypes sqlconnectinfo quotaengine delayengine controlsengine'.split(
    ' ',
  ),
);
