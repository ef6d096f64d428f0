import { isFilledIn } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

/** AP_MAX_LIMIT_XML_BODY (server/core.c) where sizes have 64 bits. */
const MOST = (2n ** 64n - 1n) / 6n - 1n;

export const limitXmlRequestBody = defineTransform({
  id: 'limit-xml-request-body',
  title: 'Write a LimitXMLRequestBody that 2.4 finds too large as 0',
  stage: 'directives',
  rows: [],
  directives: ['LimitXMLRequestBody'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes 0 for a LimitXMLRequestBody that is larger than what memory can hold.',
    why: '2.2 took any number. Since 2.4.53 a larger one than a sixth of all addresses is refused (set_limit_xml_req_body in server/core.c). 0 is no limit of its own in either version.',
    before: 'LimitXMLRequestBody 9999999999999999999',
    after: 'LimitXMLRequestBody 0',
    undo: 'Nothing to undo: 2.4 does not start with the number.',
    limits: 'A server of 32 bits refuses less, from 715827882 on: there the line is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#limitxmlrequestbody',
  },
  messages: {
    unlimited:
      '2.4 refuses LimitXMLRequestBody {value} since 2.4.53: more than memory can hold. In 2.2 it was no limit, and 0 says so in both.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'LimitXMLRequestBody')) {
      const [value = ''] = directive.args;
      const digits = /^\s*\+?(\d+)/.exec(value)?.[1];
      if (digits === undefined || BigInt(digits) <= MOST || isFilledIn(value, directive)) continue;
      report(placeOf(directive), 'unlimited', {
        data: { value },
        fix: {
          title: 'Write LimitXMLRequestBody 0',
          applicability: 'safe',
          edits: setArgument(directive, 0, '0'),
        },
      });
    }
  },
});
