import { quotedLine } from '../src/model/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { accessSignOf24, defineTransform, placeOf, signOf24 } from '../src/transform/index.ts';

export const reportUnsureVersion = defineTransform({
  id: 'report-unsure-version',
  title: 'Report a tree with lines of 2.4 and modules of 2.2',
  // Before others write such lines, which would be taken for the author's.
  stage: 'lines',
  isIndependent: true,
  rows: ['access-mixed-warning'],
  applicability: 'manual',
  docs: {
    does: 'Names the line that makes a tree one of 2.4, where its LoadModule lines are those of a 2.2 server.',
    why: 'A line that only 2.4 takes, such as `Require all granted`, says that the tree was migrated, and a migrated tree is left alone. But 2.2 starts with Require and any word, and answers 500 to it; and 2.4 starts only if an MPM is loaded (AH00534), and asks mod_authz_core who gets in.',
    before: 'LoadModule authz_host_module modules/mod_authz_host.so\nRequire all granted',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Only a whole server is judged, whose Includes were all found, and which loads any module by itself.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    unsure:
      '{line} is for 2.4 only, so this tree is taken for one of 2.4. But it loads modules as for 2.2: no MPM and no authz_core_module, without which 2.4 does not start. If 2.2 reads it, --as 2.2 migrates it; if it is one of 2.4, load the two.',
    access:
      '{line} is for 2.4 only, so this tree is taken for one of 2.4, with --as 2.2, too. But it loads modules as for 2.2: no MPM and no authz_core_module, without which 2.4 does not start. If it is one of 2.4, load the two; if 2.2 reads it (and answers 500 there), write what is meant as 2.2 has it, and --as 2.2 migrates the tree.',
  },
  run({ model, target, writtenFor, report }) {
    const line = writtenFor === '2.4' ? signOf24(model) : null;
    if (line === null || !isWhole(model) || target.builtin.has('authz_core_module')) return;
    const loaded = model.modules.map(({ identifier }) => identifier);
    const isOf22 = loaded.some((name) => OF_BOTH.test(name)) && !loaded.some((name) => ONLY_24.test(name));
    if (!isOf22) return;
    const access = accessSignOf24(model);
    const shown = access ?? line;
    const data = { line: quotedLine(shown) };
    report(placeOf(shown), access === null ? 'unsure' : 'access', { data, level: 'error' });
  },
});

/** Modules that a 2.4 server loads beside mod_authz_core, if they are no part of the binary. */
const OF_BOTH = /^auth[nz]_\w+_module$|^auth_basic_module$/;
const ONLY_24 = /^(?:mpm_\w+|auth[nz]_core|unixd|access_compat|slotmem_\w+|lbmethod_\w+|socache_\w+)_module$/;

/** Whether no file that may load modules was missed. */
function isWhole({ kind, includes }: ServerModel): boolean {
  return kind === 'server' && includes.every(({ outcome }) => outcome === 'read' || outcome === 'no-match');
}
