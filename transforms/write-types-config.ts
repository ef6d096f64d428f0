import { directive24 } from '../src/catalog/index.ts';
import { linesNamed } from '../src/model/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { defineTransform } from '../src/transform/index.ts';
import { linesOf } from './shared/directory-sections.ts';
import { placeServerLine } from './shared/server-line.ts';

export const writeTypesConfig = defineTransform({
  id: 'write-types-config',
  title: 'Write TypesConfig where the target has another default',
  stage: 'defaults',
  rows: [],
  directives: ['TypesConfig'],
  applicability: 'safe',
  docs: {
    does: 'Writes `TypesConfig conf/mime.types` where TypesConfig is not set and the file that the 2.4 server takes by itself is another one.',
    why: 'The default is compiled in (AP_TYPES_CONFIG_FILE, shown by `httpd -V`): conf/mime.types from source, mime.types in Debian. A file that is missing passes the configuration test, then the server does not start (AH01597, mod_mime.c).',
    before: 'LoadModule mime_module modules/mod_mime.so\nDocumentRoot /srv/www',
    after: 'LoadModule mime_module modules/mod_mime.so\nDocumentRoot /srv/www\nTypesConfig conf/mime.types',
    undo: 'Take the line away once the file lies where the 2.4 server looks for it.',
    limits:
      'The default of the 2.2 server is taken from the layout of the tree; where the file is missing from the tree, nothing is written. The default of a target that is not asked (`--httpd`) is that of its packages.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_mime.html#typesconfig',
  },
  messages: {
    written:
      'TypesConfig is not set. 2.2 read {old} then, this 2.4 server would read {new}, and not start if that is missing.',
    missing:
      'TypesConfig is not set, and {old}, which 2.2 reads then, is not in this tree. This 2.4 server reads {new}; it does not start if that is missing.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server' || !hasMime(model)) return;
    const old = model.layout === 'debian' ? 'mime.types' : 'conf/mime.types';
    const { typesFile } = target;
    if (typesFile === undefined || typesFile === old || linesOf(model.main, 'typesconfig').length > 0) return;
    const line = placeServerLine(model.main, `TypesConfig ${old}`, [
      'documentroot',
      'servername',
      'serverroot',
    ]);
    if (line === null) return;
    const data = { old, new: typesFile };
    // A line for a file that is not there would keep the server from starting, which the default most often does not.
    if (model.hasFile(old) === 'no') return report(line.place, 'missing', { data });
    report(line.place, 'written', {
      data,
      fix: { title: 'Write TypesConfig', applicability: 'safe', edits: line.edits },
    });
  },
});

/** Loaded, or compiled in as a directive shows that no guard protects. */
function hasMime(model: ServerModel): boolean {
  if (model.hasModule22('mod_mime.c') === 'yes') return true;
  const lines = linesNamed(model, (name) => directive24(name)?.module === 'mod_mime');
  return lines.some(({ on22, file }) => on22 === 'yes' && file.role === 'config');
}
