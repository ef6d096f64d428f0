import type { ServerModel } from '../../model/index.ts';
import { linesNamed } from '../../model/index.ts';

/**
 * The Options that something of the server can make use of: without it, it makes no difference whether they are on by default (mod_autoindex.c,
 * handle_autoindex; mod_cgi.c, cgi_handler; mod_include.c, includes_setup).
 */
export function usedFlags(model: ServerModel): ReadonlySet<string> {
  const hasWord = (names: RegExp, word: RegExp): boolean =>
    linesNamed(model, (name) => names.test(name)).some(({ args }) => args.some((arg) => word.test(arg)));
  const isHandled = /^(?:set|add)handler$/;
  const includes =
    hasWord(/^(?:add|set)outputfilter|^filterprovider$/, /(?:^|;)includes(?:;|$)/i) ||
    hasWord(/^(?:(?:set|add)handler|addtype)$/, /^(?:server-parsed|text\/x-server-parsed-html3?)$/i) ||
    hasWord(/^xbithack$/, /^(?:on|full)$/i);
  return new Set([
    ...(model.hasModule22('mod_autoindex.c') === 'no' ? [] : ['Indexes']),
    ...(hasWord(isHandled, /^cgi-script$/i) ? ['ExecCGI'] : []),
    ...(includes ? ['Includes', 'Includes with exec'] : []),
  ]);
}
