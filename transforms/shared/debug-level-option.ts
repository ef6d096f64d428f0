// The DebugLevel option of CharsetOptions and ExtFilterOptions: both modules of 2.2 wrote its messages at level debug, both of
// 2.4 have levels of their own for them and refuse the option.
import type { Occurrence } from '../../src/model/index.ts';
import {
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
  removeArgument,
  removeNode,
  replaceNode,
} from '../../src/transform/index.ts';
import type { FileEdit, TransformContext } from '../../src/transform/index.ts';
import { htaccessAround } from './htaccess-place.ts';
import { addModuleLevel, effectiveLogLevel } from './log-level.ts';

export interface DebugLevelOption {
  readonly directive: string;
  /** As LogLevel names it. */
  readonly module: string;
  /** The level at which 2.4 writes what a DebugLevel showed; null for nothing. */
  readonly levelOf: (debugLevel: number) => string | null;
}

/** Takes the option off each line, and gives the place the level that shows the same messages, where 2.2 showed them. */
export function moveDebugLevels(
  { model, report }: TransformContext<'moved' | 'silent' | 'htaccess'>,
  option: DebugLevelOption,
): void {
  for (const lines of groupByNode(findDirectives(model, option.directive))) {
    const [line] = lines;
    const debugLevel = line.args.findLast(isDebugLevel);
    if (debugLevel === undefined) continue;
    const levels = lines.map((each) => shownLevel(each, debugLevel, option));
    const level = levels.find((each) => each !== null) ?? null;
    const spec = level === null ? null : `${option.module}:${level}`;
    report(placeOf(line), spec !== null ? 'moved' : htaccessAround(line.scope) ? 'htaccess' : 'silent', {
      data: { spec: spec ?? '', option: debugLevel },
      fix: {
        title: `Take ${debugLevel} off the line`,
        applicability: 'safe',
        edits: withoutDebugLevel(line, spec),
      },
    });
  }
}

/** A .htaccess file takes no LogLevel. */
function shownLevel(
  { scope, on22 }: Occurrence,
  debugLevel: string,
  { levelOf }: DebugLevelOption,
): string | null {
  const isShown =
    htaccessAround(scope) === null && on22 !== 'no' && effectiveLogLevel(scope.server) === 'debug';
  const number = Number.parseInt(debugLevel.slice(debugLevel.indexOf('=') + 1), 10) || 0;
  return isShown ? levelOf(number) : null;
}

function withoutDebugLevel(line: Occurrence, spec: string | null): FileEdit[] {
  const { node, scope } = line;
  const isOfServer = scope.kind === 'server' || scope.kind === 'virtualhost';
  const elsewhere = spec !== null && isOfServer ? addModuleLevel(scope, spec) : null;
  const here = spec !== null && elsewhere === null ? [`LogLevel ${spec}`] : [];
  const options = [...node.args.keys()].filter((index) => isDebugLevel(node.args[index]!.value));
  if (options.length === node.args.length) {
    return [...(here.length > 0 ? replaceNode(line, here) : removeNode(line)), ...(elsewhere ?? [])];
  }
  const edits = options.flatMap((index) => removeArgument(line, index));
  const added = here.length > 0 ? insertAfter(line, here) : [];
  return [...edits, ...added, ...(elsewhere ?? [])];
}

function isDebugLevel(word: string): boolean {
  return /^DebugLevel=/i.test(word);
}
