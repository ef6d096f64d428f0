import { resolve } from 'node:path';
import type { ServerModel, TreeReader } from '../model/index.ts';
import { buildModel, isModelFailure } from '../model/index.ts';
import { printable } from '../report/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { ReadOptions } from './command.ts';
import { loadGivenFacts } from './load-given-facts.ts';
import { getHeapStatistics } from 'node:v8';

interface TreeWish extends ReadOptions {
  /** As typed. */
  readonly path: string;
  readonly target?: TargetProfile;
  /** It was migrated: what a list beside its main file says of the 2.2 server counts no more. */
  readonly isMigrated?: boolean;
}

/** The model of the tree at PATH, or a sentence about why there is none. */
export function loadTree(
  { path, defines, serverRoot, maps, template, assumptions, target, isMigrated, ...wish }: TreeWish,
  reader: TreeReader,
): ServerModel | string {
  const given = loadGivenFacts(wish);
  if (typeof given === 'string') return given;
  const model = buildModel(
    {
      path: resolve(path),
      defines,
      ...given,
      ...(isMigrated === true && { isMigrated, builtIn22: null }),
      maps,
      template,
      assumptions,
      maxLines: mostLines(),
      ...(serverRoot !== null && { serverRoot: resolve(serverRoot) }),
      ...(target !== undefined && { target }),
    },
    reader,
  );
  return isModelFailure(model) ? printable(model.message) : model;
}

/** What a line costs while a tree is migrated, with its findings and edits: measured, the costly ones. */
const BYTES_PER_LINE = 4096;

/** As many lines as there is memory for, so that too large a tree ends with a sentence and not with a crash. */
export function mostLines(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_PER_LINE);
}
