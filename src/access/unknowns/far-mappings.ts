import { hasWildcard, occurrencesOf, overrideNone } from '../../model/index.ts';
import type { Occurrence, ServerModel, Unknown } from '../../model/index.ts';
import { farReason, walkServerDirectives } from '../addresses/index.ts';
import type { FarReason } from '../addresses/index.ts';

/**
 * Lines that may lead to any folder of the system, where .htaccess files count in folders that nothing names: those were not looked for.
 * Rules of Directory sections need no finding: all of them are combined with the rules of the address.
 */
export function farMappings(model: ServerModel): Unknown[] {
  const { main, virtualHosts } = model;
  if (model.kind !== 'server' || !areReadAnywhere(model)) return [];
  const seen = new Set<Occurrence['node']>();
  return [main, ...virtualHosts].flatMap((server) =>
    walkServerDirectives(server, '2.2').flatMap((line) => {
      const reason = line.on22 === 'no' ? null : farReason(line, server, main);
      if (reason === null || seen.has(line.node) || isKept(line, reason, model)) return [];
      seen.add(line.node);
      return [unknownAt(line, reason)];
    }),
  );
}

/** Whether .htaccess files count in a folder that no section names. */
function areReadAnywhere(model: ServerModel): boolean {
  const lines = [...occurrencesOf(model, 'allowoverride'), ...occurrencesOf(model, 'allowoverridelist')];
  // The folders of a wildcard are looked for, wherever they are.
  const isWild = ({ scope }: Occurrence) => scope.kind === 'directory' && hasWildcard(scope.args[0] ?? '');
  return !overrideNone(
    lines.filter((line) => !isWild(line)),
    model.statedRoot,
  )('/no-section-names-this');
}

/** Whether the tree tells that it leads to no other folder than known ones. */
function isKept(line: Occurrence, reason: FarReason, model: ServerModel): boolean {
  if (line.name !== 'rewriterule') return false;
  // A path is below DocumentRoot, and can't leave it, unless its first folder is there (`prefix_stat`, mod_rewrite.c).
  const first = /^\/[^/$%]+/.exec(line.args[1] ?? '')?.[0];
  return reason === 'climbing' && first !== undefined
    ? model.hasFolder(first) !== 'yes'
    : isOfFile(line, model);
}

/** Whether what it begins with is a value of a RewriteMap whose file is there: its folders were searched. */
function isOfFile({ args: [, target = ''] }: Occurrence, model: ServerModel): boolean {
  const name = /^\$\{([^:}]+):[^|]*$/s.exec(target.split('}')[0] ?? '')?.[1];
  if (name === undefined) return false;
  const sources = occurrencesOf(model, 'rewritemap').filter(({ args }) => args[0] === name);
  const file = (source: string) => /^(?:txt:|rnd:)?(\/.*)$/s.exec(source)?.[1];
  return (
    sources.length > 0 &&
    sources.every(({ args: [, source = ''] }) => model.hasFile(file(source) ?? '') === 'yes')
  );
}

const WHY: Readonly<Record<FarReason, string>> = {
  'open-start': 'begins with a part of the request, so it may lead to any folder of the system',
  climbing: 'puts a part of the request where it may become `..`, so it may lead to any folder of the system',
  module: 'lets a third-party module choose the folder',
};

function unknownAt({ file, node }: Occurrence, reason: FarReason): Unknown {
  const { start, end } = node.span;
  return {
    kind: 'mapping',
    path: file.path,
    offset: node.name.span.start,
    subject: file.source.text.slice(start, end).trim(),
    below: null,
    message: `${node.name.value} ${WHY[reason]}. No AllowOverride None keeps .htaccess files there from counting; they were looked for below known folders only, so others are not migrated: 2.4 ignores them, or answers 500. Write \`<Directory />\` with AllowOverride None, or run the tool on the folders that are meant.`,
    bearing: 'access',
  };
}
