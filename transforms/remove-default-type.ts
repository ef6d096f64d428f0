import { removeNode } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const removeDefaultType = defineTransform({
  id: 'remove-default-type',
  title: 'Remove DefaultType',
  stage: 'directives',
  rows: ['remove-default-type', 'msg-default-type', 'sym-warning'],
  directives: ['DefaultType'],
  isIndependent: true,
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Takes DefaultType lines away, `DefaultType none` included, and names what can stand in for them.',
    why: '2.4 reads DefaultType but does nothing with it, and warns (AH00117, server/core.c) unless the value is none. A file of unknown type is sent without a Content-Type.',
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
  },
  run({ model, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'DefaultType')) {
      const { file, node, args } = directive;
      const type = args[0] ?? 'none';
      const isNone = type.toLowerCase() === 'none';
      const edits = inFile(file, removeNode(file.document, node));
      report(placeOf(directive), isNone ? 'none' : 'removed', {
        data: { type },
        level: isNone ? 'info' : 'warning',
        fix: { title: 'Remove DefaultType', applicability: 'safe', edits },
      });
    }
  },
});
