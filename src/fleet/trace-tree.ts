import { posix } from 'node:path';
import type { TreeReader } from '../model/index.ts';
import { foldersAround } from './frame.ts';
import type { Frame } from './frame.ts';
import { isMentioned, outerFrame } from './mentions.ts';
import type { AllMentions, Mentions } from './mentions.ts';
import { answerNow, firstQuestion } from './trace.ts';
import type { Question, Step } from './trace.ts';

/** What is known of all trees that answer a trace. */
export interface Known<T> {
  readonly value: T;
  readonly mentions: AllMentions;
  /** The folder of the frame it was made in. */
  readonly folder: string;
}

interface Kept<T> extends Known<T> {
  /** Something was asked for that lies beside the server: another folder may have another in its place. */
  readonly isLocal: boolean;
}

interface Node<T> {
  /** What is asked next; null where a trace ends, and where none is known. */
  question: Question | null;
  readonly children: Map<string, Node<T>>;
  known: Kept<T>[];
  isPending: boolean;
}

export type Found<T> =
  | { readonly type: 'known'; readonly value: T }
  /** A tree that answered alike so far is being worked on: what it will be asked next is not known yet. */
  | { readonly type: 'pending'; readonly at: object }
  | { readonly type: 'new'; readonly at: object };

/**
 * What was made of trees, by their answers. A migration is a function of what it reads: as long as two trees answer alike they are asked the
 * same, and if they answered alike to the end, the same was made of them. So a tree is known when a way of answers leads to an end,
 * and nothing that was read, looked for, or found absent is left out.
 */
export class TraceTree<T> {
  readonly #roots = new Map<string, Node<T>>();

  /**
   * @param target what else the result depends on
   * @param from where the tree was `pending` before: what was asked on the way there is not asked again
   */
  find(frame: Frame, target: string, disk: TreeReader, from: object | null = null): Found<T> {
    let node = (from as Node<T> | null) ?? this.#root(frame, target);
    while (node.question !== null) {
      const answer = answerNow(node.question, frame, disk);
      if (answer === null) return { type: 'new', at: emptyNode() };
      node = childOf(node, answer);
    }
    const known = node.known.find((one) => one.folder === frame.folder || isFor(one, frame));
    if (known !== undefined) return { type: 'known', value: known.value };
    // Where one is known, and pinned to its place, another is no help.
    if (node.isPending && node.known.length === 0) return { type: 'pending', at: node };
    return { type: 'new', at: node };
  }

  /** To be said of a `new` place before the next tree is looked for, and taken back when its trace is known. */
  setPending(at: object, isPending: boolean): void {
    (at as Node<T>).isPending = isPending;
  }

  /** Whether the trace fits to those that are known: if not, something else than its answers decided what was asked. */
  add(frame: Frame, target: string, steps: readonly Step[], known: Known<T>): boolean {
    let node = this.#root(frame, target);
    for (const [call, path, answer] of steps) {
      if (node.question === null && node.known.length > 0) return false;
      node.question ??= [call, path];
      if (node.question[0] !== call || node.question[1] !== path) return false;
      node = childOf(node, answer);
    }
    if (node.question !== null) return false;
    node.known = [...node.known, { ...known, isLocal: asksBeside(steps, frame) }];
    return true;
  }

  #root(frame: Frame, target: string): Node<T> {
    const { common, rest } = frame;
    const key = [common, foldersAround(frame).length, rest, target].join('\0');
    const node = this.#roots.get(key) ?? emptyNode<T>(firstQuestion(frame));
    this.#roots.set(key, node);
    return node;
  }
}

/** Whether what was made of a tree in one place is right for one in another. */
function isFor<T>(one: Kept<T>, frame: Frame): boolean {
  const own = { ...frame, folder: one.folder };
  if (isPinned(one.mentions, own, frame)) return false;
  if (posix.dirname(one.folder) === posix.dirname(frame.folder)) return true;
  return !one.isLocal && !isPinned(one.mentions.outer, outerFrame(own), outerFrame(frame));
}

function isPinned(mentions: Mentions, ...frames: readonly Frame[]): boolean {
  return frames.some((each) => isMentioned(mentions, each));
}

function asksBeside(steps: readonly Step[], { common }: Frame): boolean {
  // Beside what lies all over the disk is everything.
  if (common === '/') return true;
  return steps.some(([, path, answer]) => path.startsWith(`${common}/`) || answer.includes(`${common}/`));
}

function emptyNode<T>(question: Question | null = null): Node<T> {
  return { question, children: new Map(), known: [], isPending: false };
}

function childOf<T>(node: Node<T>, answer: string): Node<T> {
  const child = node.children.get(answer) ?? emptyNode<T>();
  node.children.set(answer, child);
  return child;
}
