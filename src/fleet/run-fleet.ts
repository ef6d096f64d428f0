import type { TreeReader } from '../model/index.ts';
import { retracedPath } from './frame.ts';
import type { Frame } from './frame.ts';
import type { StoredTree, TreeStore } from './store.ts';
import type { Step } from './trace.ts';
import { TraceTree } from './trace-tree.ts';
import type { Found } from './trace-tree.ts';
import type { FleetServer, TreeSummary, WorkedTree } from './types.ts';

export interface FleetTask {
  readonly server: FleetServer;
  readonly frame: Frame;
  /** The run that wrote it, from whose originals it is to be made anew: what its files say is not all that decides. */
  readonly replaces?: string;
}

/** One server, and what came of it. */
export interface FleetResult extends FleetTask {
  readonly summary: TreeSummary;
}

export interface FleetRun {
  readonly tasks: readonly FleetTask[];
  readonly store: TreeStore;
  /** How many trees are worked on at a time. */
  readonly jobs: number;
  readonly disk: () => TreeReader;
  work(task: FleetTask): Promise<WorkedTree>;
  /** After each: how many are done, and how many of them had to be worked on. */
  tell(done: number, worked: number): void;
}

/**
 * Works on each tree that is not known, and on equal ones once. The results are in the order of the tasks, and the same for any number of
 * jobs and whatever was known before.
 */
export async function runFleet(run: FleetRun): Promise<FleetResult[]> {
  const line = new Line(run);
  await goOn(line);
  return line.results();
}

async function goOn(line: Line): Promise<void> {
  const pause = performance.now() + LONGEST;
  let isWaiting = !line.step();
  while (!isWaiting && performance.now() < pause) isWaiting = !line.step();
  if (isWaiting && line.isEmpty) return;
  // What works beside this process is heard only then.
  await (isWaiting ? line.next() : new Promise((resolve) => setImmediate(resolve)));
  await goOn(line);
}

/** So many ms of looking for known trees go by before whoever works is heard: idle workers wait for it. */
const LONGEST = 1;

/** A task, and where the search for its tree has stopped. */
interface Place {
  readonly index: number;
  readonly at: object;
}

/** A task that is to be looked at, from there on or, with null, from the start. */
type Search = Omit<Place, 'at'> & { readonly at: object | null };

/** Who waits, who is worked on, and who is done. */
class Line {
  readonly #run: FleetRun;
  readonly #trees = new TraceTree<TreeSummary>();
  readonly #done: (TreeSummary | undefined)[];
  /** The next one last. */
  readonly #queue: Search[];
  /** Those whose tree is not known, the next one first: others are looked at while there is nobody to work on them. */
  readonly #ready: Place[] = [];
  /** Those that wait for a tree that is like theirs so far. */
  readonly #waiting = new Map<object, Place[]>();
  readonly #busy = new Set<Promise<void>>();
  #doneCount = 0;
  #workedCount = 0;

  constructor(run: FleetRun) {
    this.#run = run;
    this.#done = run.tasks.map(() => undefined);
    this.#queue = run.tasks.map((_, index) => ({ index, at: null })).toReversed();
    const [first] = run.tasks;
    const known = first === undefined ? [] : run.store.load().map((tree) => seenIn(first.frame, tree));
    for (const { frame, target, steps, mentions, summary } of known) {
      this.#trees.add(frame, target, steps, { value: summary, mentions, folder: frame.folder });
    }
  }

  get isEmpty(): boolean {
    return this.#busy.size === 0 && this.#queue.length === 0;
  }

  async next(): Promise<void> {
    await Promise.race(this.#busy);
  }

  results(): FleetResult[] {
    return this.#run.tasks.map((task, index) => ({ ...task, summary: this.#done[index]! }));
  }

  /** Looking for known trees is a job, too: it would only take turns with one more. */
  get #mostBusy(): number {
    const { jobs } = this.#run;
    return this.#queue.length > 0 ? Math.max(1, jobs - 1) : jobs;
  }

  /** Has the next tree worked on, or looks at the next task: whether there was anything to do. */
  step(): boolean {
    const ready = this.#busy.size < this.#mostBusy ? this.#ready.shift() : undefined;
    if (ready !== undefined) {
      this.#start(ready);
      return true;
    }
    const next = this.#queue.pop();
    if (next !== undefined) this.#look(next);
    return next !== undefined;
  }

  #look({ index, at }: Search): void {
    const { frame, server, replaces } = this.#run.tasks[index]!;
    const found: Found<TreeSummary> =
      replaces === undefined
        ? this.#trees.find(frame, server.target ?? '', this.#run.disk(), at)
        : { type: 'new', at: { isPending: true } };
    if (found.type === 'known') this.#finish(index, found.value);
    if (found.type === 'pending')
      this.#waiting.set(found.at, [...(this.#waiting.get(found.at) ?? []), { index, at: found.at }]);
    if (found.type === 'new') {
      this.#trees.setPending(found.at, true);
      this.#ready.push({ index, at: found.at });
    }
  }

  #start(place: Place): void {
    const ended = this.#work(place);
    this.#busy.add(ended);
    void ended.finally(() => this.#busy.delete(ended));
  }

  async #work({ index, at }: Place): Promise<void> {
    const task = this.#run.tasks[index]!;
    const tree = await this.#run.work(task);
    this.#workedCount++;
    this.#trees.setPending(at, false);
    this.#keep(task, tree);
    this.#finish(index, tree.summary);
    this.#queue.push(...(this.#waiting.get(at) ?? []).toReversed());
    this.#waiting.delete(at);
  }

  #finish(index: number, summary: TreeSummary): void {
    this.#done[index] = summary;
    this.#run.tell(++this.#doneCount, this.#workedCount);
  }

  #keep({ frame, server }: FleetTask, { steps, summary, mentions }: WorkedTree): void {
    if (steps === null) return;
    const target = server.target ?? '';
    const known = { value: summary, mentions, folder: frame.folder };
    if (this.#trees.add(frame, target, steps, known)) {
      this.#run.store.add({ frame, target, steps, mentions, summary });
    }
  }
}

/** What a run over other servers has stored, as this run would have it: what its texts say of folders farther out was not looked for. */
function seenIn({ common }: Frame, tree: StoredTree): StoredTree {
  const { frame, steps, mentions } = tree;
  if (frame.common === common) return tree;
  const renamed = (path: string) => retracedPath(path, frame, common);
  return {
    ...tree,
    frame: { ...frame, common },
    steps: steps.map(([call, path, answer]): Step => [
      call,
      renamed(path),
      call === 'real' ? renamed(answer) : answer,
    ]),
    mentions: { ...mentions, outer: { names: [], isPattern: true } },
  };
}
