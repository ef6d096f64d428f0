import type { ModelFile, ServerModel } from '../model/index.ts';
import type { Section } from '../syntax/index.ts';
import { visit } from '../syntax/index.ts';
import type { UsePlace } from './types.ts';

/**
 * Sections `<IfVersion>` around no line: a guard is known by what it holds, and the rewrite may have taken that away. The server reads their
 * opening lines all the same.
 */
export function emptyVersions({ files }: ServerModel): (UsePlace & { readonly what: string })[] {
  return [...files.values()].filter(mayHoldVersions).flatMap((file) =>
    emptyIn(file).map(({ open }) => ({
      site: { file, span: open.span },
      live: 'yes',
      inHtaccess: file.role === 'htaccess',
      what: `<${open.name.value} ${open.args.map(({ value }) => value).join(' ')}>`,
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
