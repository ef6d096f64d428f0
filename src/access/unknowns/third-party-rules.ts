import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel, Unknown } from '../../model/index.ts';
import { linesOfUnknownGroups, thirdPartyGroups, thirdPartyLines } from '../sections/server-contexts.ts';

/** Rules that a third-party module answers: its build for 2.4 may have other words for them. */
export function thirdPartyRules(model: ServerModel): Unknown[] {
  if (model.readBy === '2.4') return [];
  const requires = occurrencesOf(model, 'require').filter(({ on22 }) => on22 !== 'no');
  return [...groupRules(model), ...requireRules(model, requires), ...subversionRules(model)];
}

/** `Require group` where none of httpd's own modules knows a group. */
function groupRules(model: ServerModel): Unknown[] {
  const module = thirdPartyGroups(model);
  if (module === null) return [];
  return linesOfUnknownGroups(model).map((line) =>
    unknownAt(
      line,
      `In 2.2 ${module.name} may decide who is in ${line.args.slice(1).join(' ')}, since no AuthGroupFile is set here. The line stays as it is, but in 2.4 \`Require group\` is mod_authz_groupfile's, and the module has a word of its own (\`Require unix-group\`, \`external-group\`, ...). Look it up in the manual of the module's build for 2.4.`,
    ),
  );
}

/** Directives that decide how Require lines count. */
function requireRules(model: ServerModel, requires: readonly Occurrence[]): Unknown[] {
  if (requires.length === 0) return [];
  return thirdPartyLines(model)
    .filter(({ line }) => line.name === 'shibrequireall' && /^(on|1)$/i.test(line.args[0] ?? ''))
    .map(({ line }) =>
      unknownAt(
        line,
        'ShibRequireAll makes all Require lines conditions that must hold together. Here they were taken for alternatives, as httpd takes them: 2.4 would let in whoever meets one. Write `<RequireAll>` around them, and take ShibRequireAll out: mod_shib for 2.4 ignores or refuses it.',
      ),
    );
}

/** mod_authz_svn asks the core for Satisfy, which 2.4 knows through mod_access_compat only. */
function subversionRules(model: ServerModel): Unknown[] {
  const satisfies = occurrencesOf(model, 'satisfy').some(({ args }) => args[0]?.toLowerCase() === 'any');
  if (!satisfies) return [];
  return occurrencesOf(model, 'authzsvnaccessfile').map((line) =>
    unknownAt(
      line,
      'AuthzSVNAccessFile decides who gets in here, and with Satisfy any 2.2 let in without a password whom this file lets in without a name. 2.4 has Satisfy in mod_access_compat only, so the rules beside it may ask everybody for a password, or nobody. Try both with the module of the 2.4 server.',
    ),
  );
}

function unknownAt({ file, node }: Occurrence, message: string): Unknown {
  const { start, end } = node.span;
  return {
    kind: 'module',
    path: file.path,
    offset: node.name.span.start,
    subject: file.source.text.slice(start, end).trim(),
    below: null,
    message,
    bearing: 'access',
  };
}
