import { TEMPLATE_ENGINES } from '../../syntax/index.ts';

/** What the value of a setting may be. Paths are relative to the settings file. */
export type SettingKind =
  | { readonly type: 'switch' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'text' | 'path' }
  | { readonly type: 'list' | 'path-list' }
  /** Names that the program must know. */
  | { readonly type: 'target' | 'rules' }
  | { readonly type: 'count' }
  /** A folder, or false for none. */
  | { readonly type: 'path-or-off' }
  /** NAME=VALUE words, as an object. */
  | { readonly type: 'pairs' | 'path-pairs' };

/**
 * Every option of migrate that says how a tree is read and migrated. What becomes of the result (--write, --out, --check), and which trees are meant
 * (--list), is typed each time: no file makes a dry run write.
 */
export const SETTINGS: Readonly<Record<string, SettingKind>> = {
  target: { type: 'target' },
  httpd: { type: 'path' },
  configtest: { type: 'text' },
  access: { type: 'choice', choices: ['require', 'compat'] },
  semantics: { type: 'choice', choices: ['contract', 'exact'] },
  dual: { type: 'switch' },
  D: { type: 'list' },
  env: { type: 'pairs' },
  'env-file': { type: 'path-list' },
  modules: { type: 'path' },
  'server-root': { type: 'path' },
  map: { type: 'path-pairs' },
  template: { type: 'choice', choices: TEMPLATE_ENGINES },
  assume: { type: 'pairs' },
  as: { type: 'choice', choices: ['2.2', '2.4'] },
  apply: { type: 'choice', choices: ['safe', 'review'] },
  only: { type: 'rules' },
  skip: { type: 'rules' },
  format: {
    type: 'choice',
    choices: ['text', 'diff', 'json', 'jsonl', 'html', 'markdown', 'sarif', 'junit'],
  },
  output: { type: 'path-list' },
  each: { type: 'switch' },
  jobs: { type: 'count' },
  'all-or-none': { type: 'switch' },
  cache: { type: 'path-or-off' },
  timings: { type: 'switch' },
  color: { type: 'switch' },
  quiet: { type: 'switch' },
  verbose: { type: 'switch' },
};

/** Settings of which another one on the command line takes the place. */
export const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  target: ['httpd'],
  httpd: ['target'],
  quiet: ['verbose'],
  verbose: ['quiet'],
  format: ['output'],
  output: ['format'],
};
