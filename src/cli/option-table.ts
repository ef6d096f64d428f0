import type { Options } from 'yargs';

const WRITE = 'What becomes of the result:';
const READ = 'What is read:';
const TARGET = 'What the result is for:';
const CHOOSE = 'Which transforms:';

export const terminalOptions = {
  color: { type: 'boolean', describe: 'Colours, or --no-color (default: on a terminal)' },
  quiet: { alias: 'q', type: 'boolean', describe: 'Only errors on stderr' },
  verbose: { alias: 'v', type: 'boolean', describe: 'Every finding, none folded' },
} as const satisfies Record<string, Options>;

export const readOptions = {
  D: {
    type: 'string',
    requiresArg: true,
    describe: 'A name that httpd is started with; may be repeated',
    group: READ,
  },
  'server-root': {
    type: 'string',
    requiresArg: true,
    describe: 'ServerRoot, if the tree does not say (httpd -d)',
    group: READ,
  },
} as const satisfies Record<string, Options>;

export const migrateOptions = {
  write: { type: 'boolean', describe: 'Change the files in place, all or none', group: WRITE },
  out: {
    type: 'string',
    requiresArg: true,
    describe: 'Write a migrated copy of the tree to DIR',
    group: WRITE,
  },
  check: { type: 'boolean', describe: 'Exit with 1 if anything would change', group: WRITE },
  format: { choices: ['diff', 'json'], describe: 'What is printed', group: WRITE },
  output: { type: 'string', requiresArg: true, describe: 'Print to FILE instead of stdout', group: WRITE },
  target: {
    choices: ['stock', 'debian', 'rhel'],
    describe: 'Whose 2.4: its modules, where they lie (default: stock)',
    group: TARGET,
  },
  httpd: {
    type: 'string',
    requiresArg: true,
    describe: 'Ask this 2.4 binary (-V, -l, its modules) instead of --target',
    group: TARGET,
  },
  access: {
    choices: ['require', 'compat'],
    default: 'require',
    describe: 'Rewrite Order, Allow, Deny, Satisfy; or keep them and load mod_access_compat',
    group: TARGET,
  },
  semantics: {
    choices: ['contract', 'exact'],
    default: 'contract',
    describe: 'Forms that 2.2 refused to everyone: as the upgrade guide means them, or as 2.2 answered',
    group: TARGET,
  },
  ...readOptions,
  apply: {
    choices: ['safe', 'review'],
    default: 'safe',
    describe: 'Fixes that keep the behaviour; or also those that a person should read',
    group: CHOOSE,
  },
  only: { type: 'string', requiresArg: true, describe: 'Only these transforms: ID[,ID]', group: CHOOSE },
  skip: { type: 'string', requiresArg: true, describe: 'All but these transforms: ID[,ID]', group: CHOOSE },
  ...terminalOptions,
} as const satisfies Record<string, Options>;
