import { defineTransform, findDirectives } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const defaultEnableSendfile = defineTransform({
  id: 'default-enable-sendfile',
  title: 'Offer EnableSendfile On, the old default',
  stage: 'defaults',
  rows: ['default-enable-sendfile'],
  directives: ['EnableSendfile'],
  isIndependent: true,
  applicability: 'review',
  unsetDefaults: ['offered'],
  docs: {
    does: 'Offers `EnableSendfile On` where EnableSendfile is not set.',
    why: 'The default was On in 2.2 and is Off in 2.4, because sendfile breaks on network file systems and some network cards. The answers are the same; large static files take a little more of the processor.',
    before: 'DocumentRoot /srv/www',
    after: 'DocumentRoot /srv/www\nEnableSendfile On',
    undo: 'Take the line away.',
    limits: 'Whether the files lie on a network file system is not known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#enablesendfile',
  },
  messages: {
    offered:
      'EnableSendfile is not set. It was On by default and is Off in 2.4: files are sent the same, a little slower.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    if (findDirectives(model, 'EnableSendfile').some(({ scope }) => scope === model.main)) return;
    const line = placeServerLine(model.main, 'EnableSendfile On');
    if (line === null) return;
    report(line.place, 'offered', {
      fix: { title: 'Write EnableSendfile On', applicability: 'review', edits: line.edits },
    });
  },
});
