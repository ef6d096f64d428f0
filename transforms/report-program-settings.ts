import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { readRewriteFlags } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportProgramSettings = defineTransform({
  id: 'report-program-settings',
  title: 'Report settings of programs that 2.2 did not obey',
  stage: 'findings',
  rows: [],
  directives: ['RLimitCPU', 'RLimitMEM', 'RLimitNPROC', 'SetEnv', 'SetEnvIf', 'RewriteRule'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out the first RLimitCPU, RLimitMEM or RLimitNPROC of a tree that loads mod_cgid, and lines that set the variable PATH, or one that 2.4 sets itself: REQUEST_SCHEME, CONTEXT_PREFIX, CONTEXT_DOCUMENT_ROOT.',
    why: 'In mod_cgid of 2.2 the limits were switched off (`#if 0` in mod_cgid.c): programs ran without them. 2.4 sets them, and does not start a program whose soft limit is above its hard one. And 2.2 gave programs the PATH of the server, whatever SetEnv said of it (ap_add_common_vars in util_script.c); 2.4 gives them the one of SetEnv. It is the other way round with the three variables that are new.',
    before: 'LoadModule cgid_module modules/mod_cgid.so\nRLimitMEM 16777216',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'What programs need is not in the configuration.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#rlimitcpu',
  },
  messages: {
    limits:
      'mod_cgid of 2.2 did not obey {name}; 2.4 does, also in other sections: programs that need more are ended. Check the limits, or take the lines out.',
    exceeded:
      'mod_cgid of 2.2 did not obey {name}. 2.4 does, and cannot set a soft limit above the hard one: every program here answers 500. Write the lower one first.',
    overridden:
      '2.4 gives programs a {name} of its own, whatever this line says. (REQUEST_SCHEME is what is spoken with this server: http behind a proxy that speaks https.) Give the variable another name, and have the programs read that.',
    path: 'Programs got the PATH of the server in 2.2, whatever the configuration said. In 2.4 they get this one: take the line out, or check that the programs find there what they run.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const limits = model.hasModule22('mod_cgid.c') === 'yes' ? limitLines(model) : [];
    for (const line of limits.filter(isExceeded)) {
      report(placeOf(line), 'exceeded', { level: 'error', data: { name: line.node.name.value } });
    }
    const first = limits.find((line) => !isExceeded(line));
    if (first !== undefined) {
      report(placeOf(first), 'limits', { level: 'warning', data: { name: first.node.name.value } });
    }
    for (const { line, name } of variablesSet(model)) {
      if (name === 'PATH') report(placeOf(line), 'path', { level: 'warning' });
      else if (NEW.has(name)) report(placeOf(line), 'overridden', { level: 'warning', data: { name } });
    }
  },
});

/** Variables that ap_add_common_vars of 2.4 sets, and that of 2.2 did not. */
const NEW: ReadonlySet<string> = new Set(['REQUEST_SCHEME', 'CONTEXT_PREFIX', 'CONTEXT_DOCUMENT_ROOT']);

function variablesSet(model: ServerModel): { readonly line: Occurrence; readonly name: string }[] {
  const lines = findDirectives(model, 'SetEnv', 'SetEnvIf', 'SetEnvIfNoCase', 'RewriteRule');
  return lines
    .filter(({ on22 }) => on22 !== 'no')
    .flatMap((line) => namesIn(line).map((word) => ({ line, name: word.replace(/[=:].*$/s, '') })));
}

function namesIn({ name, args }: Occurrence): readonly string[] {
  if (name === 'setenv') return args.slice(0, 1);
  if (name !== 'rewriterule') return args.slice(2);
  return readRewriteFlags(args[2] ?? '').get('E') ?? [];
}

function limitLines(model: ServerModel): Occurrence[] {
  return findDirectives(model, 'RLimitCPU', 'RLimitMEM', 'RLimitNPROC')
    .filter(({ on22 }) => on22 !== 'no')
    .toSorted((a, b) => a.seq - b.seq);
}

/** Numbers as atol reads them; `max` is the limit that the system has (ap_unixd_set_rlimit). */
function isExceeded({ args: [soft = '', hard = ''] }: Occurrence): boolean {
  const [low, high] = [soft, hard].map((word) => (/^\d+$/.test(word) ? Number(word) : null));
  return low !== null && low !== undefined && high !== null && high !== undefined && low > high;
}
