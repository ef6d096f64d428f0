import { posix } from 'node:path';
import { isFilledIn } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const keepScriptSock = defineTransform({
  id: 'keep-script-sock',
  title: 'Keep the socket of mod_cgid below ServerRoot',
  stage: 'directives',
  rows: [],
  directives: ['ScriptSock'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes the whole path of a ScriptSock that names a folder below ServerRoot.',
    why: '2.2 took the path for one below ServerRoot. Since 2.4.3 it is one below the runtime folder (ap_runtime_dir_relative in mod_cgid.c): `/etc/httpd/run` or `/var/run/apache2`, or DefaultRuntimeDir. There is no folder `logs` or `run` in it, so the daemon of mod_cgid ends ("Couldn\'t bind unix domain socket", AH01243): 2.4 starts, and every CGI program answers 503.',
    before: 'ServerRoot /srv/httpd\nScriptSock logs/cgisock',
    after: 'ServerRoot /srv/httpd\nScriptSock /srv/httpd/logs/cgisock',
    undo: 'Take the line out: without it the socket lies in the runtime folder.',
    limits:
      'A name without a folder is left: the runtime folder is there. Where no ServerRoot is written, the line is reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cgid.html#scriptsock',
  },
  messages: {
    written:
      '2.4 takes this path for one below its runtime folder, where 2.2 took it for one below ServerRoot: there is no such folder, and every CGI program would answer 503.',
    told: '2.4 takes this path for one below its runtime folder, where 2.2 took it for one below ServerRoot: there is no such folder, and every CGI program answers 503. Write the whole path, or take the line out.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.3')) return;
    const isRooted = model.kind === 'server' && findDirectives(model, 'ServerRoot').length > 0;
    for (const line of findDirectives(model, 'ScriptSock')) {
      const path = line.args[0] ?? '';
      if (line.on22 === 'no' || !/^[^/].*\//.test(path) || isFilledIn(path, line)) continue;
      if (!isRooted) {
        report(placeOf(line), 'told', { level: 'error' });
        continue;
      }
      const whole = posix.join(model.statedRoot, path);
      const edits = setArgument(line, 0, quoteWord(whole));
      report(placeOf(line), 'written', {
        fix: { title: 'Write the whole path', applicability: 'safe', edits },
      });
    }
  },
});
