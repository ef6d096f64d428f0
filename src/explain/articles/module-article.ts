import {
  directives24,
  moduleFacts,
  moduleFateOf,
  moduleSince,
  modulesNeededBy24,
  thirdPartyAdvice,
} from '../../catalog/index.ts';
import type { BuildState, ModuleFacts, ModuleFate } from '../../catalog/index.ts';
import type { Transform } from '../../transform/index.ts';
import type { Article } from '../types.ts';
import { list, names, namesOf, parts, sinceText, text } from './parts.ts';

/** What becomes of a module of 2.0 or 2.2, or what one of 2.4 needs, by any of its names or the path of its file; null for others. */
export function moduleArticle(name: string, transforms: readonly Transform[]): Article | null {
  const bare = name.slice(name.lastIndexOf('/') + 1);
  const facts = /\s/.test(name) ? null : moduleFacts(bare);
  const fate = /\s/.test(name) ? null : moduleFateOf(bare);
  if (facts === null && fate === null) return null;
  const successor = moduleFacts(fate?.to[0] ?? '') ?? facts;
  const shown = facts?.name ?? bare;
  return {
    key: `module ${facts?.identifier ?? bare.toLowerCase()}`,
    title: fate === null && facts?.in24 === true ? `${shown}, new in 2.4` : `${shown}, from 2.2 to 2.4`,
    parts: parts(
      text('In 2.4', fateText(facts, fate)),
      text('Loaded with', successor?.in24 ? loadText(successor) : ''),
      text('Comes with 2.4', successor?.in24 ? buildText(successor) : ''),
      list('Needs', successor?.in24 ? needsOf(successor) : []),
      text('Directives in 2.4', successor?.in24 ? directivesOf(successor) : ''),
      text('Note', facts?.note ?? null),
      names('More', namesOf(actingOn(facts, fate), transforms)),
      text('Read more', successor?.in24 && successor.documented ? manualPage(successor) : ''),
    ),
  };
}

/** For a name that looks like a module's and is none of httpd's. */
export function foreignModuleArticle(name: string, transforms: readonly Transform[]): Article {
  return {
    key: `module ${name.toLowerCase()}`,
    title: `${name}, a third-party module`,
    parts: parts(
      text(
        'In 2.4',
        'Comes with neither 2.2 nor 2.4. It must be built or installed for 2.4, and may have changed.',
      ),
      text('What is known of it', thirdPartyAdvice(identifierOf(name))),
      names('More', namesOf(['report-third-party-modules', 'msg-module-file'], transforms)),
    ),
  };
}

function fateText(facts: ModuleFacts | null, fate: ModuleFate | null): string {
  if (fate === null) {
    if (facts?.in24 !== true) return 'Is gone.';
    return `Is a module that 2.2 does not have.${sinceText(moduleSince(facts.identifier))}`;
  }
  const to = fate.to.join(', ');
  const words: Readonly<Record<ModuleFate['fate'], string>> = {
    same: 'Is there under the same name.',
    renamed: `Is called ${to}.`,
    merged: `Is part of ${to}.`,
    split: `Is gone since 2.2. Its work is done by ${to}.`,
    removed: 'Is gone.',
  };
  return fate.suggestion
    ? `${words[fate.fate]} ${fate.suggestion} does something similar.`
    : words[fate.fate];
}

function loadText({ identifier, file, stock24, debian24 }: ModuleFacts): string {
  const isEverywhere = file === null || (stock24 === 'static' && debian24 === 'static');
  return isEverywhere ? 'nothing: it is always there' : `LoadModule ${identifier} modules/${file}`;
}

const BUILD_WORDS: Readonly<Record<BuildState, string>> = {
  static: 'compiled in',
  dso: 'as a file',
  'dso, loaded': 'as a file, and loaded by the default httpd.conf',
  'dso, commented out': 'as a file, with its LoadModule line commented out in the default httpd.conf',
  most: 'as a file, if built with --enable-mods-shared=most',
  off: 'only if asked for when it is built',
};

function buildText({ stock24, debian24 }: ModuleFacts): string {
  const stock = stock24 === null ? [] : [`Built from source: ${BUILD_WORDS[stock24]}.`];
  const debian = debian24 === null ? [] : [`Debian: ${BUILD_WORDS[debian24]}.`];
  return [...stock, ...debian].join('\n');
}

function needsOf({ identifier, requires }: ModuleFacts): readonly string[] {
  const always = modulesNeededBy24(identifier).map((each) => `${each}: always`);
  const sometimes = requires
    .filter((each) => !each.always)
    .map(({ anyOf, when }) => `${anyOf.join(' or ')}: ${when}`);
  return [...always, ...sometimes];
}

function directivesOf({ name }: ModuleFacts): string {
  const own = directives24().filter(({ module, documented }) => module === name && documented);
  return own.map((each) => (each.section ? `<${each.name}>` : each.name)).join(', ');
}

function actingOn(facts: ModuleFacts | null, fate: ModuleFate | null): readonly string[] {
  if (fate?.fate === 'renamed') return ['rename-modules'];
  if (fate !== null && fate.fate !== 'same') return ['remove-gone-modules'];
  return facts?.in24 ? ['load-needed-modules'] : ['remove-gone-modules'];
}

function manualPage({ name, status24 }: ModuleFacts): string {
  return `https://httpd.apache.org/docs/2.4/mod/${status24 === 'MPM' ? name.replace(/^mpm_/, '') : name}.html`;
}

/** `mod_jk.so`, `modules/mod_jk.so` and `mod_jk` are loaded as jk_module. */
function identifierOf(name: string): string {
  const bare = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return bare.endsWith('_module') ? bare : `${bare.replace(/^(?:lib|mod_)|\.(?:so|c)$/g, '')}_module`;
}
