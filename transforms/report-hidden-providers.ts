import { hiddenProviders } from '../src/access/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportHiddenProviders = defineTransform({
  id: 'report-hidden-providers',
  title: 'Report provider aliases that virtual hosts do not see before 2.4.8',
  stage: 'findings',
  rows: [],
  directives: ['AuthnProviderAlias', 'AuthBasicProvider', 'AuthDigestProvider'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out each AuthBasicProvider and AuthDigestProvider line that names an `<AuthnProviderAlias>`, where a request to a virtual host with AuthType or AuthName lines may meet it and the target is older than 2.4.8, and takes such logins out of the summary\'s "Proven".',
    why: 'An alias stands in the main server. Before 2.4.8 a virtual host with an AuthType or AuthName line of its own does not see it (mod_authn_core.c has no function that merges its configuration; PR 55622): no password is right there, and whoever 2.2 let in gets 401. In 2.2 the alias is of mod_authn_alias, which has no such lines.',
    before:
      '<AuthnProviderAlias file staff>\n    AuthUserFile conf/staff\n</AuthnProviderAlias>\n<VirtualHost *:80>\n    <Location /staff>\n        AuthType Basic\n        AuthBasicProvider staff\n    </Location>\n</VirtualHost>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Lines outside of virtual hosts are reported, too: requests to virtual hosts may meet them. Packages may have the fix under an older number.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_core.html#authnprovideralias',
  },
  messages: {
    hidden:
      'Before 2.4.8 a virtual host with AuthType or AuthName lines does not see the provider alias `{alias}`: there nobody can log in by it (401). Write its provider and lines here in the place of the alias, as in `AuthBasicProvider file` with its AuthUserFile; or move to 2.4.8 or later, or to a package with that fix (PR 55622).',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || isSince(target, '2.4.8')) return;
    const found = hiddenProviders(model);
    const aliasOf = new Map(found.map(({ line, alias }) => [line, alias]));
    for (const [line] of groupByNode(found.map((each) => each.line))) {
      report(placeOf(line), 'hidden', { level: 'error', data: { alias: aliasOf.get(line)! } });
    }
  },
});
