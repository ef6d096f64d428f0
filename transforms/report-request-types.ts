import type { Occurrence } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportRequestTypes = defineTransform({
  id: 'report-request-types',
  title: 'Report RequestHeader lines that also changed the type of the answer',
  stage: 'findings',
  rows: [],
  directives: ['RequestHeader'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out `RequestHeader set Content-Type`, and before 2.4.64 `RequestHeader edit Content-Type`.',
    why: '2.2 gave the type that `set` names to the answer, too, where a file is sent (`ap_set_content_type` in do_headers_fixup, mod_headers.c). 2.4 does so up to 2.4.63, and no more since (CVE-2024-43204). Until then it does with `edit` what 2.2 did not: it edits the type of the file.',
    before: 'RequestHeader set Content-Type text/xml',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Where a package older than 2.4.64 has the fix, as those of most distributions do by now, `edit` does no harm, and is reported all the same.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_headers.html#requestheader',
  },
  messages: {
    answer:
      'In 2.2 this line gave its type to the files that are sent, too. Since 2.4.64 it is for the request alone: if files are served with it, name their type with AddType or ForceType.',
    early:
      'In 2.2 this line gave its type to the files that are sent, too, if they had none of their own. Since 2.4.64 it is for the request alone: if such files are served with it, name their type with AddType or ForceType.',
    edited:
      'In 2.2 this line edited the type of the request alone. Before 2.4.64 it edits the type of files that are sent, too (CVE-2024-43204). Put it into a section that sends no files, or see that the package has the fix.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const isFixed = isSince(target, '2.4.64');
    for (const line of findDirectives(model, 'RequestHeader')) {
      const messageId = line.on22 === 'no' ? null : changeOf(line, isFixed);
      if (messageId !== null) report(placeOf(line), messageId, { level: 'warning' });
    }
  },
});

/** What a line does to the type of files that it did not do in 2.2, or does no more. */
function changeOf({ args }: Occurrence, isFixed: boolean): 'answer' | 'early' | 'edited' | null {
  const [action = '', header = '', ...rest] = args;
  if (!/^content-type:?$/i.test(header)) return null;
  const isEarly = rest.slice(1).some((word) => /^early$/i.test(word));
  if (isFixed) return /^set$/i.test(action) ? (isEarly ? 'early' : 'answer') : null;
  return /^edit\*?$/i.test(action) && !isEarly ? 'edited' : null;
}
