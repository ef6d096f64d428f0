import { resolve } from 'node:path';
import { compareTrees } from '../../access/index.ts';
import { migrate } from '../../migrate/index.ts';
import type { MigrateOptions } from '../../migrate/index.ts';
import { createDiskReader } from '../../model/index.ts';
import type { ModelRequest, ServerModel, TreeReader } from '../../model/index.ts';
import { plural, printable } from '../../report/index.ts';
import { targetProfile } from '../../target/index.ts';
import { COLLECT_SCRIPT } from '../collect/collect-script.ts';
import { neededFiles } from '../collect/needed-files.ts';
import type { NeededFiles } from '../collect/needed-files.ts';
import { recordingReader } from '../collect/recording-reader.ts';
import type { CollectCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { loadGivenFacts } from '../load-given-facts.ts';
import { mostLines } from '../load-tree.ts';
import { badInput, printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

/** Each looks at something else of the disk. */
const TARGETS = ['stock', 'debian', 'rhel'];

/** The list of all that a whole copy of a tree needs: what a migration of it reads, and what its lines name. */
export function runCollect(command: CollectCommand): Outcome {
  if (command.path === null) return printed(COLLECT_SCRIPT);
  const given = loadGivenFacts(command);
  if (typeof given === 'string') return badInput(given);
  const request = {
    path: resolve(command.path),
    defines: command.defines,
    ...given,
    maps: command.maps,
    maxLines: mostLines(),
    ...(command.serverRoot !== null && { serverRoot: resolve(command.serverRoot) }),
  };
  const disk = createDiskReader();
  const { reader, recorded } = recordingReader(disk);
  const model = readAll(request, reader);
  if (typeof model === 'string') return badInput(model);
  const needed = neededFiles(model, recorded, disk);
  return outcomeOf(needed, model, command.isNull);
}

/** Migrates the tree for each target, and compares it with itself, so that all is read that any of them reads. */
function readAll(request: ModelRequest, reader: TreeReader): ServerModel | string {
  let model: ServerModel | null = null;
  for (const name of TARGETS) {
    const target = targetProfile(name);
    if (target === null) continue;
    const options = { ...OPTIONS, defines: request.defines ?? [], target };
    const migration = migrate({ ...request, options }, reader);
    if ('code' in migration) return printable(migration.message);
    model ??= migration.model;
  }
  if (model === null) return 'there is nothing to collect';
  compareTrees(model, model, reader, { semantics: 'exact', mostExamples: 0 });
  return model;
}

const OPTIONS: Omit<MigrateOptions, 'target' | 'defines'> = {
  access: 'require',
  semantics: 'contract',
  apply: 'review',
  only: null,
  skip: [],
};

function outcomeOf({ paths, leftOut }: NeededFiles, model: ServerModel, isNull: boolean): Outcome {
  const end = isNull ? '\0' : '\n';
  const odd = isNull ? [] : paths.filter((path) => /[\n\r]/.test(path));
  const shown = paths.filter((path) => !odd.includes(path));
  const folders = model.unknowns.flatMap(({ kind, message }) => (kind === 'folder' ? [message] : []));
  const lines = [
    ...new Set(folders),
    ...(leftOut.length === 0
      ? []
      : [
          `Left out, since no migration needs it: ${plural(leftOut.length, 'key or certificate', 'keys and certificates')} (${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ', ...' : ''}).`,
        ]),
    ...odd.map((path) => `Left out: ${path} has a line feed in its name: give --null, here and to tar.`),
    `${plural(shown.length, 'path')}. To pack them: httpd-codemod collect PATH | tar -cf copy.tar -T -`,
  ];
  const isWhole = folders.length === 0 && odd.length === 0;
  return {
    exitCode: isWhole ? EXIT.done : EXIT.needsPerson,
    output: shown.map((path) => `${path}${end}`).join(''),
    encoding: 'utf8',
    messages: lines.map((line) => `${printable(line)}\n`).join(''),
  };
}
