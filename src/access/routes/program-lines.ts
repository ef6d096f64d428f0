/** Lines that have a program asked at each request, which may answer what it likes (mod_lua, mod_perl). */
export const PROGRAM_LINES: ReadonlySet<string> = new Set([
  ...[
    'accesschecker',
    'authchecker',
    'checkuserid',
    'translatename',
    'maptostorage',
    'fixups',
    'typechecker',
  ].map((hook) => `luahook${hook}`),
  'luaquickhandler',
  ...[
    'access',
    'authen',
    'authz',
    'fixup',
    'trans',
    'headerparser',
    'init',
    'postreadrequest',
    'maptostorage',
    'type',
  ].map((phase) => `perl${phase}handler`),
]);
