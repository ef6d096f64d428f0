import type { ModelFile } from '../model/index.ts';
import * as syntax from '../syntax/index.ts';
import type { Directive, Node, OpenLine, Section } from '../syntax/index.ts';
import type { TextEdit } from '../text/index.ts';
import type { FileEdit } from './types.ts';

// The edits of syntax, on lines and sections of the model, which know their file: parts of a fix.

/** A node in its file: an occurrence, a guard, a scope's section. */
interface Placed<OneNode> {
  readonly file: ModelFile;
  readonly node: OneNode;
}

type Line = Directive | OpenLine;

/** Edits of one file's text. */
export function inFile(file: ModelFile, edits: readonly TextEdit[]): FileEdit[] {
  return edits.map((edit) => ({ file, edit }));
}

export function renameDirective({ file, node }: Placed<Directive>, name: string): FileEdit[] {
  return inFile(file, syntax.renameDirective(file.document, node, name));
}

/** Puts a word in the place of an argument, as it is; behind the last one if there are fewer. */
export function setArgument({ file, node }: Placed<Line>, index: number, word: string): FileEdit[] {
  return inFile(file, syntax.setArgument(file.document, node, index, word));
}

/** Puts a value in the place of an argument that is there, in the quotes that the author chose. */
export function rewriteArgument({ file, node }: Placed<Line>, index: number, value: string): FileEdit[] {
  return inFile(file, syntax.rewriteArgument(file.document, node, index, value));
}

export function appendArgument({ file, node }: Placed<Line>, text: string): FileEdit[] {
  return inFile(file, syntax.appendArgument(file.document, node, text));
}

export function removeArgument({ file, node }: Placed<Line>, index: number): FileEdit[] {
  return inFile(file, syntax.removeArgument(file.document, node, index));
}

export function replaceArguments({ file, node }: Placed<Line>, text: string): FileEdit[] {
  return inFile(file, syntax.replaceArguments(file.document, node, text));
}

export function insertBefore({ file, node }: Placed<Node>, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.insertBefore(file.document, node, lines));
}

export function insertAfter({ file, node }: Placed<Node>, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.insertAfter(file.document, node, lines));
}

/** Adds lines before the first line of a section's body. */
export function prependChild({ file, node }: Placed<Section>, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.prependChild(file.document, node, lines));
}

/** Adds lines behind the last line of a section's body. */
export function appendChild({ file, node }: Placed<Section>, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.appendChild(file.document, node, lines));
}

/** Adds lines at the end of the file. */
export function appendToFile(file: ModelFile, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.appendToDocument(file.document, lines));
}

export function removeNode({ file, node }: Placed<Node>): FileEdit[] {
  return inFile(file, syntax.removeNode(file.document, node));
}

/** Puts lines in the place of one line or section. */
export function replaceNode({ file, node }: Placed<Node>, lines: readonly string[]): FileEdit[] {
  return inFile(file, syntax.replaceLines(file.document, node, node, lines));
}
