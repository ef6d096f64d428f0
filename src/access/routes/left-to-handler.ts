import type { Occurrence, Scope } from '../../model/index.ts';

/**
 * Whether a folder that this section is for is left to a handler, from which mod_dir of 2.2 kept away (fixup_dir, mod_dir.c): a
 * `DirectoryIndex disabled` of 2.4 says the same there.
 */
export function isLeftToHandler({ scope }: Occurrence): boolean {
  return scope.items.some(setsHandler) || isOfScripts(scope);
}

function setsHandler(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && item.name === 'sethandler' && item.args[0]?.toLowerCase() !== 'none';
}

const SCRIPT_ALIASES: Readonly<Record<string, string>> = {
  location: 'scriptalias',
  locationmatch: 'scriptaliasmatch',
};

/** A Location for what a ScriptAlias of the same address leads to. */
function isOfScripts({ name, args, parent }: Scope): boolean {
  const alias = SCRIPT_ALIASES[name];
  return (
    alias !== undefined &&
    parent?.items.some(
      (item) => item.type === 'occurrence' && item.name === alias && item.args[0] === args[0],
    ) === true
  );
}
