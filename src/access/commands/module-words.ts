import type { Check, Checks } from './types.ts';
import { isOpen } from './types.ts';
import { eachOf, oneOf, positive, notNegative } from './word-lists.ts';

const ABSOLUTE = oneOf(/^(?:none$|\/)/i, "format string must be an absolute path, or 'none'");

const INDEX_OPTION =
  /^[+-]?(?:FancyIndexing|FoldersFirst|HTMLTable|IconsAreLinks|IgnoreCase|IgnoreClient|ScanHTMLTitles|SuppressColumnSorting|SuppressDescription|SuppressHTMLPreamble|SuppressIcon|SuppressLastModified|SuppressSize|SuppressRules|TrackModified|VersionSort|XHTML|ShowForbidden|None|Charset=.*|Type=.*|(?:IconWidth|IconHeight|NameWidth|DescriptionWidth)(?:=.*)?)$/is;
const INDEX_OPTION_OF_24 = /^[+-]?(?:AddAltClass|UseOldDateFormat)$/i;

/** `configure_redirect` (mod_dir.c). */
const directoryIndexRedirect: Check = ({ args: [word = ''] }) => {
  if (/^(?:on|off|temp|seeother|permanent)$/i.test(word) || isOpen(word)) return null;
  if (!/^\d/.test(word)) return 'DirectoryIndexRedirect ON|OFF|permanent|temp|seeother|3xx';
  return /^0*3\d\d(?!\d)/.test(word)
    ? null
    : 'DirectoryIndexRedirect only accepts values between 300 and 399';
};

/** What modules beside the core, and those of login and addresses, say of the words of their lines. */
export const MODULE_CHECKS: Checks = {
  // modules/mappers
  action: ({ args: [, , option = ''] }) =>
    option === '' || /^virtual$/i.test(option) ? null : `unrecognized option '${option}'`,
  directoryindexredirect: directoryIndexRedirect,
  forcelanguagepriority: eachOf(/^(?:none|prefer|fallback)$/i, 'Invalid ForceLanguagePriority option {}'),
  virtualdocumentroot: ABSOLUTE,
  virtualdocumentrootip: ABSOLUTE,
  virtualscriptalias: ABSOLUTE,
  virtualscriptaliasip: ABSOLUTE,
  userdir: ({ args: [first = ''] }) => (first === '' ? 'UserDir requires an argument.' : null),
  // modules/http/mod_mime.c
  multiviewsmatch: eachOf(/^(?:negotiatedonly|handlers|filters|any)$/i, "Unrecognized option '{}'"),
  // modules/dav/fs/mod_dav_fs.c, modules/dav/main/mod_dav.c
  davmintimeout: notNegative('DAVMinTimeout requires a non-negative integer.'),
  // modules/filters
  deflatebuffersize: positive('DeflateBufferSize should be positive'),
  deflatecompressionlevel: oneOf(/^\s*\+?0*[1-9](?!\d)/, 'Compression Level must be between 1 and 9'),
  deflatememlevel: oneOf(/^\s*\+?0*[1-9](?!\d)/, 'DeflateMemLevel must be between 1 and 9'),
  deflatewindowsize: oneOf(/^\s*\+?0*(?:[1-9]|1[0-5])(?!\d)/, 'DeflateWindowSize must be between 1 and 15'),
  xbithack: oneOf(/^(?:on|off|full)$/i, 'XBitHack must be set to Off, On, or Full'),
  // modules/generators/mod_autoindex.c; of IndexOptions only the last word may be empty (TAKE_ARGV).
  fancyindexing: () => 'The FancyIndexing directive is no longer supported. Use IndexOptions FancyIndexing.',
  indexoptions: ({ args, version }) => {
    const words = args.at(-1) === '' ? args.slice(0, -1) : args;
    const isKnown = (word: string) =>
      INDEX_OPTION.test(word) || (version === '2.4' && INDEX_OPTION_OF_24.test(word)) || isOpen(word);
    return words.every(isKnown) ? null : 'Invalid directory indexing option';
  },
  indexorderdefault: oneOf(
    /^(?:ascending|descending)$/i,
    "First keyword must be 'Ascending' or 'Descending'",
  ),
};
