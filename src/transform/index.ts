// transform: the contract between one piece of migration knowledge and the pipeline that runs all of them.
export type * from './types.ts';
export { STAGES } from './types.ts';
export { defineTransform } from './define-transform.ts';
