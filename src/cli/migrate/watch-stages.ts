import { transforms } from '../../../transforms/index.ts';
import { whenBegun } from '../../text/index.ts';
import type { Progress } from './progress.ts';

/** Says which step of a migration is going on, from now until `progress` is done. */
export function watchStages(progress: Progress, columns: number): Progress {
  whenBegun((what) => {
    const text = stageText(what);
    if (text !== null) progress.tick(() => text.slice(0, columns - 1));
  });
  return {
    tick: progress.tick,
    done() {
      whenBegun(null);
      progress.done();
    },
  };
}

/** Null for what is too short to be told of, or is told of elsewhere. */
function stageText(what: string): string | null {
  if (what === 'proof') return 'comparing who gets in, before and after';
  if (what === 'print') return 'making the diff and the reports';
  const [, id] = /^transform (.+)$/.exec(what) ?? [];
  if (id === undefined) return null;
  const at = transforms.findIndex((transform) => transform.id === id);
  return `transform ${at + 1} of ${transforms.length}: ${id}`;
}
