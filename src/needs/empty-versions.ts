import type { ModelFile, ServerModel } from '../model/index.ts';
import type { Section } from '../syntax/index.ts';
import { visit } from '../syntax/index.ts';
import { guardLine, VERSION_USE } from './item-uses.ts';
import type { ModuleUse, UsePlace } from './types.ts';

/**
 * Sections `<IfVersion>` around no line: a guard is known by what it holds, and the rewrite may have taken that away. The server reads their
 * opening lines all the same.
 */
export function usesOfEmptyVersions({ files }: ServerModel): (ModuleUse & UsePlace)[] {
  return [...files.values()].filter(mayHoldVersions).flatMap((file) =>
    emptyIn(file).map((node) => ({
      ...VERSION_USE,
      what: guardLine({ node, test: node.open.args.map(({ value }) => value).join(' ') }),
      site: { file, span: node.open.span },
      live: 'yes',
      inHtaccess: file.role === 'htaccess',
    })),
  );
}

/** Most files need not be gone through. */
function mayHoldVersions({ source }: ModelFile): boolean {
  return /<IfVersion/i.test(source.text);
}

function emptyIn({ document }: ModelFile): Section[] {
  const empty = new Set<Section>();
  visit(document, (node, ancestors) => {
    const name = node.type === 'section' ? node.open.name.value.toLowerCase() : '';
    if (name === 'ifversion') empty.add(node as Section);
    else if (node.type === 'directive' || (node.type === 'section' && !name.startsWith('if')))
      for (const around of ancestors) empty.delete(around);
  });
  return [...empty];
}
