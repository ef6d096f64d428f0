import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { systemTypesFile } from './shared/system-types.ts';

export const reportCompressedTypes = defineTransform({
  id: 'report-compressed-types',
  title: 'Report compressed pages that the system gives a type of their own',
  stage: 'findings',
  rows: [],
  directives: ['AddEncoding', 'TypesConfig'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names the first AddEncoding line for `.gz`, where the types of files are those of the system (`TypesConfig /etc/mime.types`).',
    why: 'The mime.types of older systems left `.gz` out, so that page.html.gz was text/html with an encoding, which browsers show. That of Debian 12 has application/gzip for it (RFC 6713), and the last ending of a name decides (find_ct in mod_mime.c): browsers save the page, and refuse style.css.gz.',
    before: 'TypesConfig /etc/mime.types\nAddEncoding x-gzip .gz',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'The mime.types of the new system is not read, and whether there are such files is not looked for. Archives such as a.tar.gz are saved either way.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_mime.html#multipleext',
  },
  messages: {
    typed:
      'Files such as page.html.gz are served by this line as text/html that is compressed. In the mime.types of recent systems (Debian 12) `.gz` has a type of its own, application/gzip: browsers would save them instead. Look into {file} of the new system, and give such files their type: `<FilesMatch "\\.html\\.gz$">` with `ForceType text/html`.',
  },
  run({ model, writtenFor, report }) {
    const file = systemTypesFile(model);
    if (writtenFor === '2.4' || file === null) return;
    const line = findDirectives(model, 'AddEncoding').find(
      ({ args, on22 }) => on22 !== 'no' && args.slice(1).some((ending) => /^\.?gz$/i.test(ending)),
    );
    if (line !== undefined) report(placeOf(line), 'typed', { level: 'warning', data: { file } });
  },
});
