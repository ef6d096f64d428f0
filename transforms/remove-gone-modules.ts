import { directive22, fateOf, moduleFacts, moduleFateOf, moduleIdentifier } from '../src/catalog/index.ts';
import { walkOccurrences, type ModuleLine, type Occurrence, type ServerModel } from '../src/model/index.ts';
import { hasModulesOf24, liveModuleLines } from '../src/needs/index.ts';
import { removeNode } from '../src/syntax/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { defineTransform, inFile, placeOf, type Fix, type TransformContext } from '../src/transform/index.ts';

type MessageId = 'gone' | 'in-use' | 'merged' | 'split' | 'builtin' | 'missing';

export const removeGoneModules = defineTransform({
  id: 'remove-gone-modules',
  title: 'Remove LoadModule lines that 2.4 refuses',
  stage: 'modules',
  rows: ['module-removed', 'moved-authn-provider-alias'],
  applicability: 'safe',
  docs: {
    does: 'Takes away the LoadModule lines of modules that 2.4 has no longer and of those that the target has compiled in. Names the lines of distribution modules that the target lacks.',
    why: '2.4 does not start when the file of a module is missing, nor when the module is compiled in ("is built-in and can\'t be loaded", mod_so.c). mod_authn_default, mod_authz_default and mod_mem_cache are gone, mod_authn_alias is part of mod_authn_core.',
    before: 'LoadModule authz_default_module modules/mod_authz_default.so',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits:
      'A guard that asks for a gone module stays: what is in it is not read any more. Comments above the line stay, too.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#misc',
  },
  messages: {
    gone: '{module} is gone in 2.4, and nothing in this tree uses a directive of its own: the line only keeps 2.4 from starting.',
    'in-use': '{module} is gone in 2.4, and these directives of it have no successor: {uses}. {suggestion}',
    merged: '{module} is part of {successors} in 2.4.',
    split: '{module} is gone since 2.2; its work is done by {successors}.',
    builtin: '{target} has {module} compiled in, and 2.4 refuses to load it once more.',
    missing:
      '{target} does not have {module}, and 2.4 does not start when the file is missing: install or build it, or take out the line and what needs it.',
  },
  run(context) {
    const { model, target, writtenFor } = context;
    if (hasModulesOf24(model, writtenFor)) return;
    for (const line of liveModuleLines(model)) reportLine(line, model, target, context);
  },
});
