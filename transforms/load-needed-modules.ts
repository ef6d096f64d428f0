import { isMpm } from '../src/catalog/index.ts';
import {
  computeNeeds,
  hasModulesOf24,
  loadLimits,
  planLoading,
  type LoadPlan,
  type Need,
  type ReadingPlace,
  type UseSite,
} from '../src/needs/index.ts';
import {
  defineTransform,
  inFile,
  type Fix,
  type Place,
  type TransformContext,
} from '../src/transform/index.ts';

type MessageId = 'loaded' | 'uncommented' | 'unavailable' | 'withheld' | 'unsure' | 'fragment';

export const loadNeededModules = defineTransform({
  id: 'load-needed-modules',
  title: 'Load the modules that 2.4 needs',
  stage: 'modules',
  rows: [
    'access-host-module',
    'module-commented-out',
    'module-lbmethod',
    'moved-add-output-filter-by-type',
    'moved-authn-provider-alias',
    'msg-add-output-filter-by-type',
    'msg-couldnt-check-user',
    'msg-invalid-order',
    'msg-invalid-require',
    'msg-invalid-user',
  ],
  applicability: 'safe',
  docs: {
    does: 'Computes from the directives, providers, handlers, filters and guards in use which 2.4 modules the tree needs, and loads those that neither the tree nor the target has: by taking the `#` off a commented-out LoadModule line, else by a new line where this tree loads its modules.',
    why: '2.4 split much of 2.2 into modules of their own. Without mod_authz_core every request answers 500 (AH00025), without an MPM the server does not start (AH00534), User needs mod_unixd, AuthType mod_authn_core, AddOutputFilterByType mod_filter, a balancer mod_slotmem_shm and the module of its method (AH01177, AH02432), `SSLSessionCache shmcb:` mod_socache_shmcb. What a default 2.2 has compiled in, 2.4 has in files.',
    before: 'LoadModule authz_host_module modules/mod_authz_host.so\nUser www-data',
    after:
      'LoadModule authz_host_module modules/mod_authz_host.so\nLoadModule mpm_prefork_module modules/mod_mpm_prefork.so\nLoadModule authz_core_module modules/mod_authz_core.so\nLoadModule unixd_module modules/mod_unixd.so\nUser www-data',
    undo: 'Take the line out. The server then refuses the line that the finding names, or answers 500.',
    limits:
      'What 2.2 ran without is not loaded. Which modules a 2.2 server had compiled in is known from the lines that need them; where that says nothing, a finding asks. A fragment or a folder of .htaccess files gets no lines: a finding lists what their server must load.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    loaded: '2.4 needs {module} for {what}, and nothing loads it yet.',
    uncommented:
      '2.4 needs {module} for {what}. The tree has a LoadModule line for it that is commented out.',
    unavailable:
      '2.4 needs {module} for {what}, but {target} does not have it: install or build it and load it, or take out what needs it.',
    withheld:
      '2.4 has {what} in {module}, which 2.2 did not have loaded: with it, this forward proxy would allow CONNECT, which it refused so far. Take the line out, or load the module if CONNECT is wanted.',
    unsure:
      'Only the 2.2 server knows whether it had {module} compiled in (httpd -l tells): nothing in this tree loads it, and {what} does nothing without it. If it had, load it.',
    fragment: 'The 2.4 server that reads this must have loaded: {modules}.',
  },
  run(context) {
    const { model, target, writtenFor } = context;
    if (hasModulesOf24(model, writtenFor)) return;
    const { needs, unsure } = computeNeeds(model, target);
    if (model.kind !== 'server') {
      reportFragment(needs, context);
      return;
    }
    const limits = loadLimits(model);
    for (const need of needs) reportNeed(need, limits.get(need.identifier) ?? null, context);
    for (const { identifier, what, site } of unsure) {
      context.report(placeOf(site), 'unsure', { data: { module: identifier, what }, level: 'warning' });
    }
  },
});

type Context = TransformContext<MessageId>;

function reportNeed(need: Need, limit: ReadingPlace | null, context: Context): void {
  const { model, target, report } = context;
  const { identifier, what, site, available, opens } = need;
  const data = { module: identifier, what, target: targetName(target.name) };
  const plan = available && !opens ? planLoading(model, target, identifier, limit) : null;
  const place = site ? placeOf(site) : placeOfPlan(plan, context);
  if (place === null) return;
  if (opens) report(place, 'withheld', { data, level: 'error' });
  else if (plan === null) report(place, 'unavailable', { data, level: 'error' });
  else {
    const messageId = plan.type === 'insert' ? 'loaded' : 'uncommented';
    report(place, messageId, { data, fix: fixOf(identifier, plan) });
  }
}

function fixOf(identifier: string, { file, edits }: LoadPlan): Fix {
  return { title: `Load ${identifier}`, applicability: 'safe', edits: inFile(file, edits) };
}

/** The MPM is the server's affair, whoever includes the fragment. */
function reportFragment(needs: readonly Need[], { model, report }: Context): void {
  const [file] = model.files.values();
  const modules = needs.map(({ identifier }) => identifier).filter((identifier) => !isMpm(identifier));
  if (file) report({ file, span: null }, 'fragment', { data: { modules: modules.join(', ') } });
}

function placeOf({ file, span }: UseSite): Place {
  return { file, span };
}

/** What every server needs has no line of its own: the place is where the new line comes. */
function placeOfPlan(plan: LoadPlan | null, { model }: Context): Place | null {
  if (plan) return { file: plan.file, span: plan.span };
  const [file] = model.files.values();
  return file ? { file, span: null } : null;
}

function targetName(name: string): string {
  return name === 'stock' ? 'a default build of 2.4' : `the target (${name})`;
}
