import {
  directive24,
  directiveBefore22,
  directiveSince,
  fateOf,
  moduleFacts,
  modulesProviding24,
  nearestDirectiveName,
  thirdPartyModuleOf,
} from '../../catalog/index.ts';
import type { DirectiveFate } from '../../catalog/index.ts';
import type { Transform } from '../../transform/index.ts';
import { actingTransforms } from '../acting-transforms.ts';
import { explanationsOfDirective } from '../find-explanation.ts';
import type { Article, Change } from '../types.ts';
import { change, list, names, namesOf, parts, sinceText, text, FATE_WORDS } from './parts.ts';

/** What becomes of a directive of 2.2, or where one of 2.4 comes from (any case, with or without `<`); null for others. */
export function directiveArticle(name: string, transforms: readonly Transform[]): Article | null {
  const bare = name.replace(/^<?\/?/, '').replace(/>$/, '');
  const fate = fateOf(bare);
  return fate === null ? newDirectiveArticle(bare) : fateArticle(fate, transforms);
}

function fateArticle(fate: DirectiveFate, transforms: readonly Transform[]): Article {
  const acting = actingTransforms(fate, transforms);
  const explanations = explanationsOfDirective(fate.name);
  const examples = [...acting.map(({ docs }) => docs), ...explanations.flatMap(toShown)];
  const shown = examples.find((each) => mentions(each, fate.name));
  return {
    key: `directive ${fate.name}`,
    title: `${fate.name}, from 2.2 to 2.4`,
    parts: parts(
      text('In 2.4', fateText(fate)),
      text('Module', moduleText(fate)),
      text('Loaded with', fate.isRefusedByBoth ? '' : loadText(fate.name)),
      text('Instead', fate.to),
      text('Default', defaultText(fate)),
      text('Mutex name', fate.mutex),
      text('Needs besides', fate.requiresAlso),
      text('Note', fate.note),
      list(
        'What httpd-codemod does',
        acting.map(({ id, docs }) => `${id}: ${docs.does}`),
      ),
      change(shown ?? null),
      text('Undo', shown?.undo ?? null),
      names('More', [...acting, ...explanations]),
      text('Read more', manualPage(fate.name)),
    ),
  };
}

function fateText({ fate, also, isRefusedByBoth }: DirectiveFate): string {
  if (isRefusedByBoth) return 'Is refused, as in 2.2.';
  return [fate, ...also].map((kind) => FATE_WORDS[kind]).join('\n');
}

/** For a directive that neither version has, and that a message names. */
export function foreignDirectiveArticle(name: string, transforms: readonly Transform[]): Article {
  return olderDirectiveArticle(name, transforms) ?? unknownDirectiveArticle(name, transforms);
}

/** For a directive of 1.3 or 2.0 that 2.2 no longer has; null for others. */
export function olderDirectiveArticle(name: string, transforms: readonly Transform[]): Article | null {
  const older = directiveBefore22(name);
  if (older === null) return null;
  const instead = older.instead === null ? 'nothing' : older.instead;
  return {
    key: `directive ${older.name}`,
    title: `${older.name}, a directive of ${older.last}`,
    parts: parts(
      text('In 2.4', 'Neither 2.2 nor 2.4 starts with the line.'),
      text('Since 2.2 instead', instead),
      names('More', namesOf(['report-older-versions', 'version-from-20'], transforms)),
    ),
  };
}

function unknownDirectiveArticle(name: string, transforms: readonly Transform[]): Article {
  const nearest = nearestDirectiveName(name);
  const module = thirdPartyModuleOf(name)?.name ?? null;
  const isMisspelt = module === null && nearest !== null;
  return {
    key: `directive ${name}`,
    title: `${name}, ${isMisspelt ? `perhaps ${nearest} misspelt` : 'a third-party directive'}`,
    parts: parts(
      text('In 2.4', `Neither 2.2 nor 2.4 has it. ${ownerText(module, nearest)}`),
      names('More', namesOf(['report-unknown-directives', 'report-third-party-modules'], transforms)),
    ),
  };
}

function ownerText(module: string | null, nearest: string | null): string {
  if (module !== null) {
    return `By its name it belongs to ${module}, which must be built and loaded for 2.4; look up whether its directives stayed the same.`;
  }
  const rest = 'belongs to a third-party module, which must be built and loaded for 2.4.';
  return nearest === null ? `It ${rest}` : `Is ${nearest} meant? Else it ${rest}`;
}

type Shown = Change & { readonly undo: string };

function toShown({ change: lines, undo }: { change: Change | null; undo: string }): Shown[] {
  return lines === null ? [] : [{ ...lines, undo }];
}

function mentions({ before }: Change, name: string): boolean {
  return new RegExp(String.raw`^\s*#?\s*<?${name}\b`, 'im').test(before);
}

function newDirectiveArticle(name: string): Article | null {
  const facts = directive24(name);
  if (facts === null) return null;
  return {
    key: `directive ${facts.name}`,
    title: `${facts.name}, new in 2.4`,
    parts: parts(
      text('In 2.4', `Is a directive that 2.2 does not have.${sinceText(directiveSince(facts.name))}`),
      text('Module', facts.module),
      text('Loaded with', loadText(facts.name)),
      text('Default', facts.default),
      text('Read more', manualPage(facts.name)),
    ),
  };
}

/** What a directive of 2.4 needs loaded; '' where nothing has to be, or where each MPM has it. */
function loadText(name: string): string {
  const [identifier = '', ...others] = modulesProviding24(name);
  const facts = moduleFacts(identifier);
  if (others.length > 0 || facts === null || facts.file === null) return '';
  return `LoadModule ${identifier} modules/${facts.file}`;
}

function moduleText({ fromModule, toModule }: DirectiveFate): string {
  if (fromModule === toModule) return fromModule;
  return `${fromModule} in 2.2, ${toModule ?? 'none'} in 2.4`;
}

function defaultText({ oldDefault, newDefault }: DirectiveFate): string {
  if (oldDefault === undefined && newDefault === undefined) return '';
  return `${oldDefault ?? 'none'} in 2.2, ${newDefault ?? 'none'} in 2.4`;
}

/** Sections have no page of their own, but the anchor is without `<` as well. */
function manualPage(name: string): string | null {
  const facts = directive24(name);
  if (facts === null || !facts.documented) return null;
  return `https://httpd.apache.org/docs/2.4/mod/${facts.module}.html#${facts.name.toLowerCase()}`;
}
