import type { ModelFile, ServerModel } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { placeMessage } from './place-message.ts';
import { readMessages } from './read-messages.ts';
import type { ServerMessage } from './types.ts';

export interface MessageWish {
  /** The tree that the server was shown. */
  readonly model: ServerModel;
  /** What made it of the original. */
  readonly patchSet: PatchSet;
  /** The folder that it was shown in; '' for its own place. */
  readonly folder: string;
}

/** What the server printed as messages with the original's names and places. That all is well is no message. */
export function messageReader({ model, patchSet, folder }: MessageWish): (output: string) => ServerMessage[] {
  const byName = filesByName(model);
  const fileOf = (path: string) =>
    path.startsWith(folder) ? byName.get(path.slice(folder.length)) : undefined;
  return (output) =>
    readMessages(output, (path) => fileOf(path) !== undefined)
      .filter(({ text }) => text !== 'Syntax OK')
      .map(({ text, path, line }) => {
        const file = path === null ? undefined : fileOf(path);
        const isPlaced = file !== undefined && path !== null && line !== null;
        return {
          text: folder === '' ? text : text.replaceAll(folder, ''),
          place: isPlaced ? placeMessage({ file, name: path.slice(folder.length), line }, patchSet) : null,
        };
      });
}

/** The files of a configuration by each name that the server reaches them by. */
function filesByName(model: ServerModel): ReadonlyMap<string, ModelFile> {
  const byName = new Map([...model.files.values()].map((file) => [file.path, file]));
  for (const { names, files } of model.includes) {
    names.forEach((name, index) => byName.set(name, files[index]!));
  }
  return byName;
}
