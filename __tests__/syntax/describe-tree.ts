import type { Document, Node } from '../../src/syntax/index.ts';

/** A tree as nested lists, to compare at a glance: `Name|arg|arg`, `<Name|arg>` with its children, `#`, `` for blank. */
export type Outline = readonly (string | readonly [string, Outline])[];

export function outline(document: Document): Outline {
  return document.children.map(outlineOf);
}

function outlineOf(node: Node): string | readonly [string, Outline] {
  const words = (name: { value: string }, args: readonly { value: string }[]) =>
    [name, ...args].map((word) => word.value).join('|');
  switch (node.type) {
    case 'blank':
      return '';
    case 'comment':
      return '#';
    case 'directive':
      return words(node.name, node.args);
    case 'stray-close':
      return `</${node.name.value}>`;
    case 'section':
      return [
        `<${words(node.open.name, node.open.args)}${node.close ? '>' : ''}`,
        node.children.map(outlineOf),
      ];
  }
}
