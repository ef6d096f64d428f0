import { transforms } from '../../../transforms/index.ts';
import { grouped } from '../../report/index.ts';
import type { Advance } from '../../text/index.ts';
import { listenToWork, rememberSome } from '../../text/index.ts';
import type { Progress } from './progress.ts';

/** Says which step of a migration is going on, and how far it is, from now until `progress` is done. */
export function watchStages(progress: Progress, columns: number): Progress {
  let stage = '';
  listenToWork({
    begun(what) {
      const text = stageText(what);
      if (text === null) return;
      stage = text;
      progress.tick(() => text.slice(0, columns - 1));
    },
    advanced(advance) {
      progress.tick(() => withAdvance(stage, advance, columns - 1));
    },
  });
  return {
    tick: progress.tick,
    done() {
      listenToWork(null);
      progress.done();
    },
  };
}

/** The numbers are what moves: on a narrow terminal the step is cut, not they. */
function withAdvance(stage: string, { unit, done, of }: Advance, width: number): string {
  const far = `${unit} ${grouped(done)} of ${grouped(of)}`;
  if (stage === '') return far.slice(0, width);
  return `${stage.slice(0, Math.max(0, width - far.length - 2))}: ${far}`.slice(0, width);
}

/** Null for what is too short to be told of, or is told of elsewhere. Few steps are begun many thousand times. */
const stageText = rememberSome(1000, (what): string | null => {
  if (what === 'proof') return 'comparing who gets in, before and after';
  if (what === 'print') return 'making the diff and the reports';
  const [, id] = /^transform (.+)$/.exec(what) ?? [];
  if (id === undefined) return null;
  const at = transforms.findIndex((transform) => transform.id === id);
  return `transform ${at + 1} of ${transforms.length}: ${id}`;
});
