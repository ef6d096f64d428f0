import { defineTransform, findDirectives } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const defaultReqtimeout = defineTransform({
  id: 'default-reqtimeout',
  title: 'Offer to switch the timeouts of mod_reqtimeout off',
  stage: 'defaults',
  rows: ['default-reqtimeout'],
  directives: ['RequestReadTimeout'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Offers `RequestReadTimeout header=0 body=0` where mod_reqtimeout is loaded and no RequestReadTimeout is set.',
    why: 'In 2.2 the module did nothing until it was told to. In 2.4 it gives a request 20 to 40 seconds for its head and 20 for its body, longer only if it keeps coming (mod_reqtimeout.c), against clients that hold connections open.',
    before: 'LoadModule reqtimeout_module modules/mod_reqtimeout.so',
    after: 'LoadModule reqtimeout_module modules/mod_reqtimeout.so\nRequestReadTimeout header=0 body=0',
    undo: 'Take the line away.',
    limits: 'The timeouts are a protection; switch them off only where slow clients must be served.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_reqtimeout.html',
  },
  messages: {
    offered:
      'mod_reqtimeout is loaded without RequestReadTimeout: 2.2 had no limit then, 2.4 answers 408 after 20 seconds for the head (40 if 500 bytes a second arrive) or 20 for the body (more if they arrive).',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const isLoaded = model.modules.some(({ identifier, occurrence }) => {
      return identifier === 'reqtimeout_module' && occurrence.on24 !== 'no';
    });
    if (!isLoaded || findDirectives(model, 'RequestReadTimeout').length > 0) return;
    const line = placeServerLine(model.main, 'RequestReadTimeout header=0 body=0', [
      'keepalivetimeout',
      'timeout',
    ]);
    if (line === null) return;
    report(line.place, 'offered', {
      level: 'warning',
      fix: { title: 'Write RequestReadTimeout header=0 body=0', applicability: 'review', edits: line.edits },
    });
  },
});
