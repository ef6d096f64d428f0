import type { ServerModel, Unknown } from '../../model/index.ts';
import { openLines } from '../states/open-lines.ts';
import { isControlWord } from '../unread/strange-lines.ts';
import { wholeLines } from '../unread/whole-lines.ts';

/** Lines that a template puts in whole where no access rules are that they could affect: what they say is migrated by nobody. */
export function madeLines(model: ServerModel): Unknown[] {
  const told = new Set(openLines(model).map(({ line }) => line.node));
  return wholeLines(model).flatMap(({ line, placeholder: { kind, text } }): Unknown[] => {
    const { node, file } = line;
    // report-unknown-directives names what is no placeholder.
    if (node === null || told.has(node) || line.type === 'scope' || isControlWord(line)) return [];
    const { start } = line.node.name.span;
    const message = `${text} stands for whole lines, or for the name of a directive: what will be there is not known, and is not migrated. Look through it for lines of 2.2.`;
    const place = { path: file.path, offset: start, below: null };
    return [{ kind, ...place, subject: text, message, bearing: 'none' }];
  });
}
