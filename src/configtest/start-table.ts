/**
 * What becomes of a directive in the copy that is started. `log`: into one file of the stage. `path`: its file or folder into the stage;
 * if the folder that it names is not there, to one that is not there, so that the server says so. `listen`: a port of the loopback address.
 * `leave-out`: it would act outside of the stage. `own`: the stage gives its own.
 */
export type Treatment = 'log' | 'path' | 'listen' | 'leave-out' | 'own';

export const TREATMENTS: ReadonlyMap<string, Treatment> = new Map<string, Treatment>([
  ['listen', 'listen'],
  ['errorlog', 'log'],
  ['customlog', 'log'],
  ['transferlog', 'log'],
  ['forensiclog', 'log'],
  ['globallog', 'log'],
  ['jklogfile', 'log'],
  ['secauditlog', 'log'],
  ['secdebuglog', 'log'],
  // The stage's error log must be readable by this program.
  ['errorlogformat', 'own'],
  ['loglevel', 'own'],
  ['defaultruntimedir', 'own'],
  // As few processes as the server thinks right by itself: the live server needs the machine.
  ['startservers', 'own'],
  ['minspareservers', 'own'],
  ['maxspareservers', 'own'],
  ['minsparethreads', 'own'],
  ['maxsparethreads', 'own'],
  ['pidfile', 'path'],
  ['scoreboardfile', 'path'],
  ['mutex', 'path'],
  ['sslsessioncache', 'path'],
  ['sslstaplingcache', 'path'],
  ['authncachesocache', 'path'],
  ['cachesocache', 'path'],
  ['scriptsock', 'path'],
  ['davlockdb', 'path'],
  ['davgenericlockdb', 'path'],
  ['ldapsharedcachefile', 'path'],
  ['jkshmfile', 'path'],
  ['fcgidprocesstablefile', 'path'],
  ['fcgidipcdir', 'path'],
  ['secdatadir', 'path'],
  ['coredumpdirectory', 'leave-out'],
  ['chrootdir', 'leave-out'],
  // Connections to a database when a child begins (mod_dbd.c), multicast (mod_heartbeat.c, mod_heartmonitor.c).
  ['dbdriver', 'leave-out'],
  ['dbdparams', 'leave-out'],
  ['dbdpreparesql', 'leave-out'],
  ['dbdinitsql', 'leave-out'],
  ['heartbeataddress', 'leave-out'],
  ['heartbeatlisten', 'leave-out'],
  // Programs and code that modules of others run when the server starts.
  ['perlpostconfigrequire', 'leave-out'],
  ['perlpostconfighandler', 'leave-out'],
  ['perlopenlogshandler', 'leave-out'],
  ['perlchildinithandler', 'leave-out'],
  ['wsgidaemonprocess', 'leave-out'],
  ['wsgiimportscript', 'leave-out'],
  ['fastcgiserver', 'leave-out'],
  ['passengerroot', 'leave-out'],
  ['pythonimport', 'leave-out'],
]);

/** Before a path: `file:`, `shmcb:`, `dbm=sdbm:`. Other words with a colon (`memcache:host`) are no files. */
export const PATH_PREFIX = /^(?:(?:file|fcntl|flock|shm|shmht|shmcb|dbm(?:=\w+)?):)?/i;
