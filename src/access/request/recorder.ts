import type { Occurrence, Scope } from '../../model/index.ts';
import type { OpenRule } from '../addresses/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Login } from '../states/login.ts';
import { mergeLogin, NO_LOGIN, ownLogin22, ownLogin24 } from '../states/login.ts';
import type { AccessSection } from '../sections/types.ts';
import { isAtTop } from './server-lines.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { RequestWalk } from './request-walk.ts';
import { OPTION, OPTION_WORDS } from '../../catalog/index.ts';
import type { Version } from '../sections/worlds.ts';

/** A section that applies to a request, and what is in force behind it. */
export interface Step {
  readonly section: AccessSection;
  /** False for a .htaccess file that AllowOverride keeps from being read, and for the sections in it. */
  readonly isRead: boolean;
  readonly after: RequestWalk;
}

/** The way of one request through the sections, as it is gone. */
export interface Recorder {
  /** @param depth of a condition: in how many others it stands */
  meet(section: AccessSection, depth?: number): void;
  /** See `ConcreteRequest`. */
  readonly conditions: ConcreteRequest['conditions'];
  /** A section whose pattern can't be matched here: it is taken not to apply. */
  doubt(section: Scope): void;
  readonly doubted: readonly Scope[];
  /** Rewrite rules of a folder that depend on what is not known: they are taken as not met. */
  doubtRules(rules: readonly OpenRule[]): void;
  readonly doubtedRules: readonly OpenRule[];
  /** A rewrite rule says by [H] what serves the file. @param handler in lower case */
  forceHandler(handler: string): void;
  /** Null: none does. */
  readonly forcedHandler: string | null;
  /** A rewrite rule says by [T] of which type the file is. @param type in lower case */
  forceType(type: string): void;
  /** Null: none does. */
  readonly forcedType: string | null;
  readonly steps: readonly Step[];
  /** In force at this point. */
  readonly options: FolderOptions;
  readonly walk: RequestWalk;
  /** Whose credentials are good at this point. */
  readonly login: Login;
  /** The live lines of the name that are in force up to here: of the main server, the virtual host, then of each section read. */
  lines(...names: readonly string[]): readonly Occurrence[];
}

export function createRecorder(
  tree: RequestTree,
  { lines }: ServerFacts,
  { conditions }: Pick<ConcreteRequest, 'conditions'>,
): Recorder {
  const steps: Step[] = [];
  const doubted: Scope[] = [];
  const doubtedRules: OpenRule[] = [];
  const ownLogin = tree.version === '2.2' ? ownLogin22 : ownLogin24;
  const top = (name: string): readonly Occurrence[] =>
    [...lines.inherited(name), ...lines.own(name)].filter(isAtTop);
  let forcedHandler: string | null = null;
  let forcedType: string | null = null;
  let walk = tree.start;
  let login = NO_LOGIN;
  let options = top('options').reduce(mergeOptions, DEFAULT_OPTIONS[tree.version]);
  return {
    steps,
    conditions,
    doubted,
    doubt: (section) => void doubted.push(section),
    doubtedRules,
    doubtRules: (rules) => void doubtedRules.push(...rules),
    forceHandler: (handler) => void (forcedHandler = handler),
    get forcedHandler() {
      return forcedHandler;
    },
    forceType: (type) => void (forcedType = type),
    get forcedType() {
      return forcedType;
    },
    get options() {
      return options;
    },
    get login() {
      return login;
    },
    get walk() {
      return walk;
    },
    meet(section, depth) {
      walk = walk.enterSection(section, depth);
      steps.push({ section, isRead: walk.isRead, after: walk });
      if (!walk.isRead) return;
      login = mergeLogin(login, ownLogin(section, tree.world), tree.version);
      options = tree.linesIn(section, 'options').reduce(mergeOptions, options);
    },
    lines: (...names) => [
      ...names.flatMap(top),
      ...steps.flatMap(({ section, isRead }) =>
        isRead ? names.flatMap((name) => tree.linesIn(section, name)).toSorted((a, b) => a.seq - b.seq) : [],
      ),
    ],
  };
}

/** The Options that affect statuses. */
interface FolderOptions {
  readonly followsLinks: boolean;
  readonly followsOwnLinks: boolean;
  readonly lists: boolean;
  readonly multiViews: boolean;
  /** ExecCGI. */
  readonly runsScripts: boolean;
}

const NONE: FolderOptions = {
  followsLinks: false,
  followsOwnLinks: false,
  lists: false,
  multiViews: false,
  runsScripts: false,
};

/** Options All is 2.2's default, FollowSymLinks 2.4's (server/core.c). */
const DEFAULT_OPTIONS: Readonly<Record<Version, FolderOptions>> = {
  '2.2': { ...NONE, followsLinks: true, lists: true, runsScripts: true },
  '2.4': { ...NONE, followsLinks: true },
};

const BITS: readonly (readonly [keyof FolderOptions, number])[] = [
  ['followsLinks', OPTION.followSymLinks],
  ['followsOwnLinks', OPTION.followOwner],
  ['lists', OPTION.indexes],
  ['multiViews', OPTION.multiViews],
  ['runsScripts', OPTION.execCgi],
];

/** What is in force behind one more Options line: words with a sign change it, words without replace it. */
function mergeOptions(outer: FolderOptions, { args }: Occurrence): FolderOptions {
  return args.reduce((options, arg, index) => {
    const isSigned = /^[+-]/.test(arg);
    const word = (isSigned ? arg.slice(1) : arg).toLowerCase();
    const start = !isSigned && index === 0 ? NONE : options;
    if (word === 'none') return NONE;
    const bits = OPTION_WORDS.get(word) ?? 0;
    const switched = BITS.filter(([, bit]) => (bits & bit) !== 0).map(([name]) => [
      name,
      !arg.startsWith('-'),
    ]);
    return { ...start, ...Object.fromEntries(switched) };
  }, outer);
}
