import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const keepLogFormats = defineTransform({
  id: 'keep-log-formats',
  title: 'Keep the log formats that virtual hosts have from the main server',
  stage: 'directives',
  rows: [],
  directives: ['LogFormat'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Removes a LogFormat of a virtual host whose name the main server gives to another format.',
    why: '2.2 took the format of the main server for that name, also in the logs of the host (`apr_table_overlay(p, base->formats, add->formats)` in mod_log_config.c). Since 2.4.63 the host has its own (PR 65222): its log lines would change.',
    before:
      'LogFormat "%h %t \\"%r\\" %>s" short\n<VirtualHost *:80>\n    LogFormat "%v %h %>s" short\n    CustomLog logs/host short\n</VirtualHost>',
    after:
      'LogFormat "%h %t \\"%r\\" %>s" short\n<VirtualHost *:80>\n    CustomLog logs/host short\n</VirtualHost>',
    undo: 'Write the line again to have its format in the logs of this host.',
    limits: 'A line in a guard that is not decided is reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#logformat',
  },
  messages: {
    removed:
      '2.2 took the format {name} of the main server here. Since 2.4.63 this line counts, and the log lines of this host would look different.',
    told: '2.2 took the format {name} of the main server here, if both lines were read. Since 2.4.63 this line counts, and the log lines of this host look different: take it out if that is not wanted.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.63')) return;
    const lines = findDirectives(model, 'LogFormat').filter(({ on22, args }) => on22 !== 'no' && args[1]);
    const ofMain = new Map(
      lines.filter(({ scope }) => scope === model.main).map((line) => [line.args[1], line]),
    );
    for (const line of lines.filter(({ scope }) => scope !== model.main)) {
      const name = line.args[1] ?? '';
      const used = ofMain.get(name);
      if (used === undefined || used.args[0] === line.args[0]) continue;
      const isSure = [used, line].every(({ on22, on24 }) => on22 === 'yes' && on24 === 'yes');
      report(placeOf(line), isSure ? 'removed' : 'told', {
        level: isSure ? 'info' : 'warning',
        data: { name },
        ...(isSure && {
          fix: { title: 'Remove the LogFormat', applicability: 'safe', edits: removeNode(line) },
        }),
      });
    }
  },
});
