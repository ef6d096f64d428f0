import type { Options } from 'yargs';
import { TEMPLATE_ENGINES } from '../../syntax/index.ts';

const WRITE = 'What becomes of the result:';
const READ = 'What is read:';
const TARGET = 'What the result is for:';
const CHOOSE = 'Which transforms:';
const MANY = 'Many servers:';

export const terminalOptions = {
  color: { type: 'boolean', describe: 'Colours, or --no-color (default: on a terminal)' },
  quiet: { alias: 'q', type: 'boolean', describe: 'Only errors on stderr' },
  verbose: { alias: 'v', type: 'boolean', describe: 'Every finding, none folded' },
} as const satisfies Record<string, Options>;

export const rulesOptions = {
  format: { choices: ['json'], describe: 'All that is known about them, instead of a table' },
  ...terminalOptions,
} as const satisfies Record<string, Options>;

export const readOptions = {
  D: {
    type: 'string',
    requiresArg: true,
    describe:
      "A name that httpd is started with; '!NAME': one that it is not; '!*': no others. May be repeated",
    group: READ,
  },
  env: {
    type: 'string',
    requiresArg: true,
    describe: 'NAME=VALUE: what ${NAME} stands for in the configuration; may be repeated',
    group: READ,
  },
  'env-file': {
    type: 'string',
    requiresArg: true,
    describe: 'A file of such lines, as a start script or systemd reads them',
    group: READ,
  },
  modules: {
    type: 'string',
    requiresArg: true,
    describe: 'A FILE of what httpd -M (or -l) of the 2.2 server prints: what it has compiled in',
    group: READ,
  },
  'server-root': {
    type: 'string',
    requiresArg: true,
    describe: 'ServerRoot, if the tree does not say (httpd -d)',
    group: READ,
  },
  map: {
    type: 'string',
    requiresArg: true,
    describe: 'FROM=TO: where a folder that the configuration names FROM lies here; may be repeated',
    group: READ,
  },
  template: {
    choices: TEMPLATE_ENGINES,
    defaultDescription: 'auto',
    describe: 'Whose tags are in the files (default: what their names and texts say)',
    group: READ,
  },
  assume: {
    type: 'string',
    requiresArg: true,
    describe: 'NAME=KIND: what a template puts in for NAME: addresses, hosts, all ...; may be repeated',
    group: READ,
  },
  config: {
    type: 'string',
    requiresArg: true,
    describe: 'The settings file, or --no-config (default: .httpd-codemod.json at PATH or above)',
    group: READ,
  },
} as const satisfies Record<string, Options>;

export const migrateOptions = {
  'dry-run': {
    alias: 'n',
    type: 'boolean',
    describe: 'Show what would change and change nothing (the default)',
    group: WRITE,
  },
  write: { type: 'boolean', describe: 'Change the files in place, all or none', group: WRITE },
  interactive: {
    alias: 'i',
    type: 'boolean',
    describe: 'Ask about change by change on the terminal, then write',
    group: WRITE,
  },
  out: {
    type: 'string',
    requiresArg: true,
    describe: 'Write a migrated copy of the tree to DIR',
    group: WRITE,
  },
  check: { type: 'boolean', describe: 'Exit with 1 if anything would change', group: WRITE },
  format: {
    choices: ['text', 'diff', 'json', 'jsonl', 'html', 'markdown', 'sarif', 'junit'],
    describe: 'What is printed (default: text, the diff with a summary)',
    group: WRITE,
  },
  explain: { type: 'boolean', describe: 'Say below each hunk of the diff why, for reading', group: WRITE },
  output: {
    type: 'string',
    requiresArg: true,
    describe:
      'Print to FILE instead of stdout, as its ending says: .html .md .sarif .json .xml .diff; may be repeated',
    group: WRITE,
  },
  target: {
    type: 'string',
    requiresArg: true,
    describe: 'Whose 2.4: auto (default: what the tree shows), 2.4.N, debian12, ubuntu22.04, rhel8 ...',
    group: TARGET,
  },
  httpd: {
    type: 'string',
    requiresArg: true,
    describe: 'Ask this 2.4 binary (-V, -l, its modules) instead of --target',
    group: TARGET,
  },
  configtest: {
    type: 'string',
    describe: 'Have that server read the result before it is written; start: start with it, too',
    group: TARGET,
  },
  access: {
    choices: ['require', 'compat'],
    defaultDescription: 'require',
    describe: 'Rewrite Order, Allow, Deny, Satisfy; or keep them and load mod_access_compat',
    group: TARGET,
  },
  semantics: {
    choices: ['contract', 'exact'],
    defaultDescription: 'contract',
    describe: 'Where 2.2 refused whom the upgrade guide would let in: as the guide says, or as 2.2 answered',
    group: TARGET,
  },
  dual: {
    type: 'boolean',
    describe: 'One text for 2.2 and 2.4: what differs stands twice, in guards',
    group: TARGET,
  },
  ...readOptions,
  'stdin-filename': {
    type: 'string',
    requiresArg: true,
    describe: 'What the file on standard input is called, as .htaccess; it need not be there',
    group: READ,
  },
  as: {
    choices: ['2.2', '2.4'],
    describe: 'Read the tree as this version, whatever its lines say: 2.2 for one that was migrated in part',
    group: READ,
  },
  apply: {
    choices: ['safe', 'review'],
    defaultDescription: 'safe',
    describe: 'Fixes that keep the behaviour; or also those that a person should read',
    group: CHOOSE,
  },
  only: { type: 'string', requiresArg: true, describe: 'Only these transforms: ID[,ID]', group: CHOOSE },
  skip: { type: 'string', requiresArg: true, describe: 'All but these transforms: ID[,ID]', group: CHOOSE },
  list: {
    type: 'string',
    requiresArg: true,
    describe: 'A file of PATHs, one a line, each a server of its own; - for stdin',
    group: MANY,
  },
  each: {
    type: 'boolean',
    describe: 'Treat each PATH as a server of its own (default: if two of them have main files)',
    group: MANY,
  },
  jobs: {
    alias: 'j',
    type: 'string',
    requiresArg: true,
    describe: 'How many are worked on at a time (default: one for each processor)',
    group: MANY,
  },
  'all-or-none': { type: 'boolean', describe: 'Write no server if one of them cannot be', group: MANY },
  cache: {
    type: 'string',
    describe: 'Keep what is known of trees in DIR; --no-cache: nowhere',
    group: MANY,
  },
  timings: { type: 'boolean', describe: 'Show where the time went, and how much was done' },
  'print-config': {
    type: 'boolean',
    describe: 'Print all settings in force, and do nothing else',
  },
  ...terminalOptions,
} as const satisfies Record<string, Options>;

export const collectOptions = {
  script: { type: 'boolean', describe: 'A sh script instead, which makes the copy on a server without Node' },
  null: { alias: '0', type: 'boolean', describe: 'End each path with a zero byte (tar --null, rsync -0)' },
  ...readOptions,
  ...terminalOptions,
} as const satisfies Record<string, Options>;

const formatOption = { choices: ['text', 'json'], default: 'text', describe: 'What is printed' } as const;

export const statusOptions = {
  settle: {
    type: 'string',
    requiresArg: true,
    describe: 'Settle what is done: RULE, FILE:LINE, or all; a list with commas',
  },
  format: formatOption,
  ...terminalOptions,
} as const satisfies Record<string, Options>;

export const undoOptions = {
  list: { type: 'boolean', describe: 'Show what can be undone, of PATH or of all trees' },
  from: {
    type: 'string',
    requiresArg: true,
    describe: 'Undo all trees of a FILE: the list that migrate --list was given; - for stdin',
  },
  finish: { type: 'boolean', describe: 'Finish a run that was stopped half way, instead of taking it back' },
  ...terminalOptions,
} as const satisfies Record<string, Options>;

const REQUEST = 'The request:';

export const verifyOptions = {
  'access-log': {
    type: 'string',
    requiresArg: true,
    describe: 'Replay a log (common, combined; .gz; - for stdin): which of its requests change',
    group: READ,
  },
  'log-host': {
    type: 'string',
    requiresArg: true,
    describe: 'The host whose log it is, where its lines do not name one',
    group: READ,
  },
  ...readOptions,
  as: { choices: ['2.2'], describe: 'Read BEFORE as 2.2 did, although it has lines of 2.4', group: READ },
  target: migrateOptions.target,
  httpd: migrateOptions.httpd,
  semantics: { ...migrateOptions.semantics, default: 'exact' },
  format: formatOption,
  ...terminalOptions,
} as const satisfies Record<string, Options>;

export const requestsOptions = {
  client: {
    type: 'string',
    requiresArg: true,
    describe: 'IP address that they come from (default: 127.0.0.1, the server itself)',
    group: REQUEST,
  },
  most: {
    type: 'string',
    requiresArg: true,
    describe: 'At most so many for each virtual host (default: 50)',
    group: REQUEST,
  },
  as: {
    choices: ['2.2', '2.4'],
    describe: 'Expect what this version answers (default: what it is written for)',
    group: READ,
  },
  ...readOptions,
  format: { ...formatOption, describe: 'What is printed: a line of text or of JSON for each request' },
  ...terminalOptions,
} as const satisfies Record<string, Options>;

export const whoOptions = {
  tree: { type: 'string', requiresArg: true, describe: 'The configuration: as PATH of migrate', group: READ },
  as: {
    choices: ['2.2', '2.4'],
    describe: 'Read it as this version would (default: what it is written for)',
    group: READ,
  },
  target: migrateOptions.target,
  httpd: migrateOptions.httpd,
  ...readOptions,
  client: {
    type: 'string',
    requiresArg: true,
    describe: 'IP address that the request comes from',
    group: REQUEST,
  },
  'client-name': { type: 'string', requiresArg: true, describe: 'Its verified host name', group: REQUEST },
  user: { type: 'string', requiresArg: true, describe: 'The user who is logged in', group: REQUEST },
  group: {
    type: 'string',
    requiresArg: true,
    describe: 'A group of the user; may be repeated',
    group: REQUEST,
  },
  method: { type: 'string', requiresArg: true, describe: 'GET, POST, ... (default: GET)', group: REQUEST },
  host: { type: 'string', requiresArg: true, describe: 'Host name asked for', group: REQUEST },
  http: {
    choices: ['1.0', '1.1'],
    describe: 'Version of HTTP (default: 1.1; 1.0 without a host)',
    group: REQUEST,
  },
  address: {
    type: 'string',
    requiresArg: true,
    describe: 'Where it arrives, ADDRESS[:PORT]: which virtual hosts are asked',
    group: REQUEST,
  },
  header: {
    type: 'string',
    requiresArg: true,
    describe: "'Name: value'; if given, no others are sent",
    group: REQUEST,
  },
  env: {
    type: 'string',
    requiresArg: true,
    describe: 'A variable that is set; or NAME=VALUE: what ${NAME} stands for; may be repeated',
    group: REQUEST,
  },
  format: formatOption,
  ...terminalOptions,
} as const satisfies Record<string, Options>;
