/** Rooms by height: each imports only from lower ones. `transforms` is the folder beside src, `library` is src/index.ts. */
export const RANK: Readonly<Record<string, number>> = {
  text: 0,
  catalog: 1,
  syntax: 1,
  patch: 1,
  pattern: 1,
  target: 2,
  model: 3,
  access: 4,
  dual: 4,
  needs: 4,
  transform: 4,
  explain: 5,
  transforms: 5,
  configtest: 6,
  migrate: 6,
  manual: 6,
  report: 7,
  output: 7,
  testing: 7,
  library: 8,
  cli: 8,
};

/** Rooms that must know less than their height would let them. */
export const KNOWS_ONLY: Readonly<Record<string, readonly string[]>> = {
  catalog: ['text'],
  target: ['text', 'catalog'],
  explain: ['text', 'catalog', 'transform'],
  manual: ['catalog', 'transform', 'explain'],
  output: ['text', 'patch'],
  configtest: ['text', 'catalog', 'syntax', 'patch', 'target', 'model'],
  transforms: ['text', 'catalog', 'syntax', 'pattern', 'target', 'model', 'access', 'needs', 'transform'],
};

/** Folders, and files beside them, of the larger rooms by height; a file that is not listed has none above it: 0. */
export const RANK_WITHIN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  access: {
    policy: 1,
    sections: 2,
    addresses: 2.5,
    chains: 3,
    states: 4,
    conditions: 5,
    refused: 5,
    proof: 6,
    rewrite: 7,
    request: 7,
    compat: 8,
    unknowns: 9,
    verify: 8,
    'missing-folders.ts': 9,
    'default-override.ts': 9,
    'overlong-login-lines.ts': 9,
    'ruled-files.ts': 9,
    'stricter-with-get.ts': 9,
    'index.ts': 10,
  },
  cli: {
    arguments: 1,
    migrate: 1,
    replay: 1,
    render: 2,
    commands: 3,
    'main.ts': 4,
    'standalone.ts': 5,
  },
};
