import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { scopesOf } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { groupBy, untilEmpty } from '../src/text/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { allowsIncludes } from './shared/pages-without-if.ts';
import { proxyingServers } from './shared/proxying-servers.ts';

export const keepProxiedAnswers = defineTransform({
  id: 'keep-proxied-answers',
  title: 'Keep filters for endings away from what other servers answer',
  // Behind the lines that state the old default of Options.
  stage: 'defaults',
  rows: [],
  directives: ['AddOutputFilter', 'AddInputFilter'],
  applicability: 'safe',
  docs: {
    does: 'Writes `RemoveOutputFilter` (or `RemoveInputFilter`) into a `<Proxy *>` after AddOutputFilter and AddInputFilter lines of a server that proxies. Those in a `<Location>` or `<Proxy>` are reported.',
    why: '2.2 left these filters out where a request was proxied (`r->proxyreq == PROXYREQ_NONE` in find_ct, mod_mime.c). 2.4 sets them by the ending of the address that is asked of the other server: `AddOutputFilter INCLUDES .shtml` runs the server-side includes of its pages here, with `#exec` where Options allow it.',
    before: 'AddOutputFilter INCLUDES .shtml\nProxyPass /app http://app.example.com/',
    after:
      'AddOutputFilter INCLUDES .shtml\n<Proxy *>\n    RemoveOutputFilter .shtml\n</Proxy>\nProxyPass /app http://app.example.com/',
    undo: 'Take the section out, if the filters are wanted for proxied answers, too.',
    limits:
      'A RewriteRule with [P] in a folder is no reason: both versions set the filters before it. INCLUDES is left where no Options line of the server, of a Location or of a Proxy allows includes.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_mime.html#addoutputfilter',
  },
  messages: {
    kept: '2.2 did not run {filters} on what a proxied server answers. 2.4 does, by the ending of the address: a <Proxy *> takes the filter off again.',
    section:
      '2.2 did not run {filters} on what a proxied server answers. 2.4 does, by the ending of the address, where requests of this section are proxied. If that is not wanted, use the line in the section of a folder.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_proxy.c') === 'no') return;
    const lines = filterLines(model);
    for (const line of lines.filter(({ scope }) => BY_ADDRESS.has(scope.kind))) {
      report(placeOf(line), 'section', { level: 'warning', data: { filters: line.args[0] ?? '' } });
    }
    const ofServers = lines.filter(({ scope }) => scope === scope.server);
    for (const group of groupBy(ofServers, ({ scope, guards }) => guards.at(-1) ?? scope).values()) {
      const filters = [...new Set(group.map(({ args }) => args[0] ?? ''))].join(', ');
      report(placeOf(group[0]), 'kept', {
        data: { filters },
        fix: {
          title: 'Take the filter off in a Proxy section',
          applicability: 'safe',
          edits: insertAfter(group.at(-1)!, sectionFor(group, model)),
        },
      });
    }
  },
});

const BY_ADDRESS: ReadonlySet<string> = new Set(['location', 'locationmatch', 'proxy', 'proxymatch']);

/** Those that 2.2 read, of servers that proxy; not those that the options leave without effect. */
function filterLines(model: ServerModel): Occurrence[] {
  const proxying = proxyingServers(model);
  return findDirectives(model, 'AddOutputFilter', 'AddInputFilter')
    .filter((line) => {
      const { args, on22, scope } = line;
      if (
        endingsOf(line).length === 0 ||
        on22 === 'no' ||
        !proxying.hasBelow(scope.server) ||
        isTakenOff(line, model)
      )
        return false;
      return !/^includes$/i.test(args[0] ?? '') || mayInclude(model);
    })
    .toSorted((a, b) => a.seq - b.seq);
}

/** By a `<Proxy *>` that is there already. */
function isTakenOff(line: Occurrence, model: ServerModel): boolean {
  const { name, scope } = line;
  const removing = findDirectives(model, removingName(name)).filter(
    ({ scope: { kind, args } }) => kind === 'proxy' && args[0] === '*',
  );
  const ofServer = removing.filter(
    ({ scope: { server } }) => server === scope.server || server === model.main,
  );
  const taken = new Set(ofServer.flatMap(({ args }) => args.map(endingOf)));
  return scope === scope.server && endingsOf(line).every((ending) => taken.has(endingOf(ending)));
}

function removingName(name: string): string {
  return name === 'addinputfilter' ? 'RemoveInputFilter' : 'RemoveOutputFilter';
}

/** They end at an empty word. */
function endingsOf({ args }: Occurrence): readonly string[] {
  return untilEmpty(args.slice(1));
}

/** As mod_mime.c looks it up. */
function endingOf(word: string): string {
  return word.replace(/^\./, '').toLowerCase();
}

/** Whether includes are allowed in what has no folder. */
function mayInclude(model: ServerModel): boolean {
  return scopesOf(model, 'server', 'virtualhost', 'location', 'locationmatch', 'proxy', 'proxymatch').some(
    allowsIncludes,
  );
}

function sectionFor(lines: readonly Occurrence[], model: ServerModel): string[] {
  const removing = [...groupBy(lines, ({ name }) => name)].map(([name, group]) => {
    const endings = new Set(group.flatMap(endingsOf));
    return [removingName(name), ...[...endings].map((ending) => quoteWord(ending))].join(' ');
  });
  const section = ['<Proxy *>', ...removing.map((line) => `\t${line}`), '</Proxy>'];
  return model.hasModule22('mod_proxy.c') === 'yes'
    ? section
    : ['<IfModule mod_proxy.c>', ...section.map((line) => `\t${line}`), '</IfModule>'];
}
