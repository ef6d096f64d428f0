import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeDefaultType = defineTransform({
  id: 'remove-default-type',
  title: 'Remove DefaultType',
  stage: 'directives',
  rows: ['remove-default-type', 'msg-default-type', 'sym-warning'],
  directives: ['DefaultType', 'Action'],
  isIndependent: true,
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Takes DefaultType lines away, `DefaultType none` included, and names what can stand in for them. Names an `Action text/plain` that files of unknown type went to.',
    why: '2.4 reads DefaultType but does nothing with it, and warns (AH00117, server/core.c) unless the value is none. A file of unknown type is sent without a Content-Type. In 2.2 the type was also the handler of a file that had none, so `DefaultType application/x-httpd-php` ran pages without an extension, and where no DefaultType was set it was text/plain (ap_default_type, server/core.c).',
    before: 'DefaultType text/plain',
    after: '(no line)',
    undo: 'Put the line back: its only effect is a warning.',
    limits:
      'No directive of 2.4 gives a type to unknown files only. ForceType gives it to all files of a section, known ones too, so it is never written here.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#defaulttype',
  },
  messages: {
    none: 'DefaultType none is the only behaviour that 2.4 has; the line is not needed.',
    removed:
      '2.4 ignores DefaultType: files of unknown type get no Content-Type. 2.2 sent {type}. If such files matter, name their endings with AddType or in mime.types, or set ForceType for their folder.',
    handler:
      '2.4 ignores DefaultType. In 2.2 files of unknown type went to the handler of {type}; 2.4 sends them as they are, source code included. Before the new server starts, name these files: `<FilesMatch "^[^.]+$">` with `ForceType {type}` serves those without an extension.',
    'handler-unset':
      'DefaultType is not set here. 2.2 took files of unknown type for text/plain then, and handed them to {script}; 2.4 sends them as they are, source code included. Before the new server starts, name these files: `<FilesMatch "^[^.]+$">` with `ForceType text/plain` serves those without an extension.',
  },
  run({ model, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'DefaultType')) {
      const { args } = directive;
      const type = args[0] ?? 'none';
      const messageId = messageFor(type, model);
      const edits = removeNode(directive);
      report(placeOf(directive), messageId, {
        data: { type },
        level: LEVELS[messageId],
        fix: { title: 'Remove DefaultType', applicability: 'safe', edits },
      });
    }
    for (const action of actionsOfUnset(model)) {
      report(placeOf(action), 'handler-unset', { data: { script: action.args[1] ?? '' }, level: 'error' });
    }
  },
});

/** What the default of DefaultType led to, where neither the main server nor its own section sets another; in a part of a server that is not seen. */
function actionsOfUnset(model: ServerModel): readonly Occurrence[] {
  if (model.kind !== 'server') return [];
  const set = new Set(findDirectives(model, 'DefaultType').map(({ scope }) => scope));
  if (set.has(model.main)) return [];
  const actions = findDirectives(model, 'Action');
  return actions.filter(({ scope, args }) => !set.has(scope) && args[0]?.toLowerCase() === 'text/plain');
}

const LEVELS = { none: 'info', removed: 'warning', handler: 'error' } as const;

/** Types that modules of 2.2 took for handlers, PHP's among them. */
const HANDLER_TYPE = /^(?:application\/x-httpd-|application\/x-type-map$|httpd\/send-as-is$)/;

// A type is the handler where none is set (ap_invoke_handler in server/config.c, action_handler in mod_actions.c).
function messageFor(type: string, model: ServerModel): keyof typeof LEVELS {
  const name = type.toLowerCase().split(';')[0]!.trim();
  if (name === 'none') return 'none';
  const isForAction = findDirectives(model, 'Action').some(({ args }) => args[0]?.toLowerCase() === name);
  return isForAction || HANDLER_TYPE.test(name) ? 'handler' : 'removed';
}
