import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const allowConnectPorts = defineTransform({
  id: 'allow-connect-ports',
  title: 'Write the ports of AllowCONNECT as 2.2 read them',
  stage: 'directives',
  rows: [],
  directives: ['AllowCONNECT'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes the number that a port of AllowCONNECT begins with, where other characters follow.',
    why: '2.2 read the leading digits and ignored the rest (atoi in mod_proxy.c). 2.4 refuses the rest, except a range: `443-563` was port 443 and would become 121 ports (set_allowed_ports in mod_proxy_connect.c).',
    before: 'AllowCONNECT 443-563',
    after: 'AllowCONNECT 443',
    undo: 'Write the range again where all of its ports are meant.',
    limits: 'A port that is a variable is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy_connect.html#allowconnect',
  },
  messages: {
    rewritten: '2.2 read {written} as port {port}; 2.4 {reading}.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'AllowCONNECT')) {
      const { node } = directive;
      for (const [index, { value: written }] of node.args.entries()) {
        const port = /^\d+/.exec(written)?.[0];
        if (port === undefined || port === written) continue;
        const isRange = /^\d+-\d+$/.test(written);
        report(placeOf(directive), 'rewritten', {
          data: {
            written,
            port,
            reading: isRange ? 'opens all ports from the one to the other' : 'refuses it',
          },
          fix: {
            title: `Write ${port}`,
            applicability: 'safe',
            edits: setArgument(directive, index, port),
          },
        });
      }
    }
  },
});
