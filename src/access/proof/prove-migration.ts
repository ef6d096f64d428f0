import type { Guard, ServerModel } from '../../model/index.ts';
import type { Semantics } from '../states/intended-state.ts';
import { sameTree } from './correspondence.ts';
import type { PartsResult } from './prove-parts.ts';
import { proveParts } from './prove-parts.ts';
import { prove } from './prove.ts';
import type { Above } from './start.ts';
import { provenAboves } from './start.ts';

/**
 * The proof of a tree that was made of another one by editing it: with nothing around it and, of a part of a server, within one that lets
 * nobody in. The first result that is not `proven`, if there is one.
 */
export function proveMigration(migration: ProvenMigration): PartsResult {
  let flows = 0;
  for (const above of provenAboves(migration.before)) {
    const result = proveIn(above, migration);
    if (result.type !== 'proven') return result;
    flows += result.flows;
  }
  return { type: 'proven', flows };
}

export interface ProvenMigration {
  readonly before: ServerModel;
  readonly after: ServerModel;
  readonly semantics: Semantics;
  /** Where sections were left to a template: the original as 2.4 reads it. */
  readonly written?: ServerModel | undefined;
}

function proveIn(above: Above, { before, after, semantics, written }: ProvenMigration): PartsResult {
  // What stays of a half-migrated tree's old lines is obeyed by mod_access_compat after as before.
  const accessCompat = before.readBy === '2.4' ? true : undefined;
  const proveEach = (): PartsResult => proveParts({ before, after, semantics, accessCompat, above, written });
  if (written !== undefined) return proveEach();
  const whole = prove(before, after, semantics, accessCompat, { ...sameTree(before, after), above });
  // Of a template's questions those are asked together that meet in one request.
  return whole.type === 'undecided' && whole.guards.some(isOfTemplate) ? proveEach() : whole;
}

function isOfTemplate({ kind, ofValue }: Guard): boolean {
  return kind === 'template' || ofValue !== undefined;
}
