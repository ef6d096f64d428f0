import type { MigrateOptions } from '../../migrate/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { MigrateCommand } from '../command.ts';
import { nearestName } from '../../text/index.ts';

/** What the migration is to do, or a sentence about what is wrong with the choice. */
export function chooseOptions(command: MigrateCommand): Omit<MigrateOptions, 'target'> | string {
  const { access, semantics, dual, apply, defines, readAs, only, skip } = command;
  const unknown = [...(only ?? []), ...skip].find((id) =>
    transforms.every((transform) => transform.id !== id),
  );
  if (unknown !== undefined) return unknownTransform(unknown);
  return { access, semantics, dual, apply, defines, readAs, only, skip };
}

function unknownTransform(id: string): string {
  const nearest = nearestName(
    id,
    transforms.map((transform) => transform.id),
  );
  return `no transform ${id}; ${nearest === null ? 'httpd-codemod rules lists them' : `did you mean ${nearest}?`}`;
}
