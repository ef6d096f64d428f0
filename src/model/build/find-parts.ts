import { resolve } from 'node:path';
import { findEntry } from '../entry/find-entry.ts';
import { findSnippets } from '../entry/find-snippets.ts';
import { serversBeside } from '../entry/servers-beside.ts';
import { createParseCache } from '../parse-cache.ts';
import type { TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import { buildModel, isModelFailure, isServerEntry } from './build-model.ts';

/** A part of a server that was asked for by itself: one file, or a folder of snippets. Real paths. */
export interface Parts {
  readonly files: readonly string[];
  /** Those of a folder that are the inside of some section, and have nothing to do with each other. */
  readonly insides: readonly string[];
}

/** Null for a whole server, a folder of .htaccess files, a text, and what can't be read. */
export function findParts(request: ModelRequest, reader: TreeReader): Parts | null {
  if (request.text !== undefined) return null;
  const path = resolve(request.path);
  const entry = findEntry(path, reader);
  if ('code' in entry || (entry.type === 'file' && entry.path !== path)) return null;
  const cache = createParseCache(request.template);
  // Most often it is a server's main file, and all that a server reads need not be read to say so.
  if (entry.type === 'file' && isServerEntry(path, request, reader, cache)) return null;
  const model = buildModel(request, reader, cache);
  if (isModelFailure(model) || model.kind === 'server') return null;
  if (entry.type === 'file') return { files: [...model.files.keys()], insides: [] };
  if (model.kind === 'htaccess') return null;
  const { contents = [], insides = [] } = findSnippets(path, reader, createParseCache()) ?? {};
  const [files, apart] = [contents, insides].map((each) => each.map(({ realPath }) => realPath));
  return { files: [...(files ?? []), ...(apart ?? [])], insides: apart ?? [] };
}

/** A server beside the files, and which of them it reads. */
export interface ServerBeside {
  readonly entry: string;
  readonly included: readonly string[];
}

/** The nearest server that reads one of the files; else the nearest one, which reads none; null if there is none. */
export function findServerBeside(
  { files }: Parts,
  request: ModelRequest,
  reader: TreeReader,
): ServerBeside | null {
  const { kind: _, ...options } = request;
  let nearest: ServerBeside | null = null;
  for (const entry of serversBeside(resolve(request.path), reader, createParseCache())) {
    const model = buildModel({ ...options, path: entry }, reader);
    if (isModelFailure(model)) continue;
    const included = files.filter((file) => model.files.has(file));
    if (included.length > 0) return { entry, included };
    nearest ??= { entry, included };
  }
  return nearest;
}
