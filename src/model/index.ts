// model: the configuration as the server sees it, each fact pointing back to its node and file.
export type * from './types.ts';
