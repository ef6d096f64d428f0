import { buildModel, createMemoryReader, isModelFailure, occurrencesOf } from '../../src/model/index.ts';
import type {
  Guard,
  ModelFailure,
  ModelRequest,
  Occurrence,
  Scope,
  ServerModel,
} from '../../src/model/index.ts';

type Extra = Omit<ModelRequest, 'path'> & {
  readonly path?: string;
  readonly links?: Readonly<Record<string, string>>;
};

const MAIN = '/etc/httpd/conf/httpd.conf';

/** A Red Hat server with this main file (ServerRoot put before it) and these other files. */
export function serverOf(main: string, files: Record<string, string> = {}, extra: Extra = {}): ServerModel {
  return modelOf({ [MAIN]: `ServerRoot /etc/httpd\n${main}`, ...files }, { path: MAIN, ...extra });
}

export function modelOf(files: Record<string, string>, extra: Extra = {}): ServerModel {
  const result = tryModel(files, extra);
  if (isModelFailure(result)) throw new Error(result.message);
  return result;
}

export function tryModel(files: Record<string, string>, extra: Extra = {}): ServerModel | ModelFailure {
  const { links, path = Object.keys(files)[0] ?? '/', ...request } = extra;
  return buildModel({ path, ...request }, createMemoryReader(files, links));
}

/** The lines of a scope as text, sections indented; a line's guards behind it where it has some. */
export function outline(scope: Scope, indent = ''): string[] {
  return scope.items.flatMap((item) =>
    item.type === 'occurrence'
      ? [indent + showLine(item)]
      : [
          `${indent}<${item.kind} ${item.args.join(' ')}>${showGuards(item.guards)}`,
          ...outline(item, `${indent}  `),
        ],
  );
}

function showLine({ name, args, guards }: Occurrence): string {
  return [name, ...args].join(' ') + showGuards(guards);
}

function showGuards(guards: readonly Guard[]): string {
  return guards.map(({ test, on22, on24 }) => ` [${test}: ${on22} ${on24}]`).join('');
}

/** Code, level and text of the problem's place. */
export function problemsOf(model: ServerModel): string[] {
  return model.problems.map(({ code, level, path, offset }) => {
    const text = model.files.get(path)?.source.text ?? '';
    const line = offset === null ? '-' : String(text.slice(0, offset).split('\n').length);
    return `${level} ${code} ${path}:${line}`;
  });
}

export const occurrences = occurrencesOf;
