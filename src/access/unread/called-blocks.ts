import type { ModelFile, ServerModel } from '../../model/index.ts';
import { nameOfBlock, useOfBlock } from '../../syntax/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { maySayWhoGetsIn } from './whole-lines.ts';

/** A macro, or another block whose text a value puts out elsewhere, with access rules in it. */
export interface CalledBlock {
  readonly file: ModelFile;
  /** Some of them are of 2.2 alone. */
  readonly isOf22: boolean;
  readonly offset: number;
  /** The tag that opens it. */
  readonly tag: string;
}

export function calledBlocks(model: ServerModel): CalledBlock[] {
  return [...model.files.values()].flatMap((file) => [...blocksByName(file).values()]);
}

/** That whose text a value puts out: `{{ acl(nets) }}` that of `{% macro acl(nets) %}`. */
export function blockCalledBy(value: string, file: ModelFile): CalledBlock | undefined {
  const blocks = blocksByName(file);
  const called = blocks.size === 0 ? undefined : value.match(/[\w.-]+/g)?.find((name) => blocks.has(name));
  return called === undefined ? undefined : blocks.get(called);
}

const blocksByName = rememberWeakly((file: ModelFile): ReadonlyMap<string, CalledBlock> => {
  const { text } = file.source;
  const found = new Map<string, CalledBlock>();
  for (const { span } of file.document.tags) {
    const written = text.slice(span.start, span.end);
    if (useOfBlock(written) !== 'called' || !maySayWhoGetsIn(written)) continue;
    const [tag = ''] = OPENING.exec(written) ?? [];
    const isOf22 = OLD_RULE.test(written);
    found.set(nameOfBlock(written) ?? tag, { file, isOf22, offset: span.start, tag });
  }
  return found;
});

const OLD_RULE = /(?:^|[>}\]])[ \t]*(?:order|satisfy|(?:allow|deny)\s+from)\s/im;
const OPENING = /^(?:\{\{[^]*?\}\}|\{%[^]*?%\}|\[%[^]*?%\]|<%(?![dm])[^]*?%>|<[^]*?>)/;
