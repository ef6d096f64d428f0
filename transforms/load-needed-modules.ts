import { posix } from 'node:path';
import { refusedHtaccessFiles } from '../src/access/index.ts';
import { isMpm } from '../src/catalog/index.ts';
import type { ModelFile, ServerModel } from '../src/model/index.ts';
import {
  computeNeeds,
  debianName,
  hasModulesOf24,
  isLinkedFolder,
  planLoading,
  showsItsModules,
} from '../src/needs/index.ts';
import type { LoadPlan, Need } from '../src/needs/index.ts';
import {
  defineTransform,
  inFile,
  type FileChange,
  type Place,
  type TransformContext,
} from '../src/transform/index.ts';

type MessageId =
  | 'loaded'
  | 'made'
  | 'madeMpm'
  | 'noFile'
  | 'noMpmFile'
  | 'uncommented'
  | 'linked'
  | 'absent'
  | 'unavailable'
  | 'withheld'
  | 'unsure'
  | 'fragment'
  | 'htaccess'
  | 'elsewhere'
  | 'onSuse';

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
  directives: ['LoadModule', 'BalancerMember', 'ProxySet'],
  applicability: 'safe',
  refusedAtStart: ['absent', 'withheld'],
  docs: {
    does: "Computes from the directives, providers, handlers, filters and guards in use which 2.4 modules the tree needs, and loads those that neither the tree nor the target has: by taking the `#` off a commented-out LoadModule line, by a link in Debian's mods-enabled, and a file in mods-available if there is none (`--target debian`), else by a new line where this tree loads its modules.",
    why: '2.4 split much of 2.2 into modules of their own. Without mod_authz_core every request answers 500 (AH00025), without an MPM the server does not start (AH00534), User needs mod_unixd, AuthType mod_authn_core (loaded with whatever logs in by it), AddOutputFilterByType mod_filter, a balancer mod_slotmem_shm and the module of its method (AH01177, AH02432), `SSLSessionCache shmcb:` mod_socache_shmcb. What a default 2.2 has compiled in, 2.4 has in files.',
    before: 'LoadModule authz_host_module modules/mod_authz_host.so\nUser www-data',
    after:
      'LoadModule authz_host_module modules/mod_authz_host.so\nLoadModule mpm_prefork_module modules/mod_mpm_prefork.so\nLoadModule authz_core_module modules/mod_authz_core.so\nLoadModule unixd_module modules/mod_unixd.so\nUser www-data',
    undo: 'Take the line out. The server then refuses the line that the finding names, or answers 500.',
    limits:
      'What 2.2 ran without is not loaded. Which modules a 2.2 server had compiled in is known from the lines that need them; where that says nothing, a finding asks. A fragment, a folder of .htaccess files or a tree whose LoadModule lines lie elsewhere gets no lines: a finding lists what their server must load for them beyond what 2.2 had.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    loaded: '2.4 needs {module} for {what}, and nothing loads it yet.',
    made: '2.4 needs {module} for {what}: mods-available gets a file for it and mods-enabled a link, as `a2enmod {name}` would leave them.',
    madeMpm:
      "2.4 needs {module} for {what}: mods-available gets a file for it and mods-enabled a link, as `a2enmod {name}` would leave them. Debian's 2.4 package enables mpm_event by itself, and two MPMs are refused (AH00534): once it is there, type `a2dismod mpm_event` (PHP's package does).",
    noFile:
      "2.4 needs {module} for {what}, and {obstacle}: a line loads it. Once Debian's 2.4 package is there, `a2enmod {name}` does the same, and the line can go.",
    noMpmFile:
      "2.4 does not start without an MPM, and {obstacle}: a line loads {module}. Debian's 2.4 package enables one by itself, and two are refused (AH00534): once it is there, remove the line and type `a2dismod mpm_event; a2enmod {name}`.",
    uncommented:
      '2.4 needs {module} for {what}. The tree has a LoadModule line for it that is commented out.',
    linked:
      '2.4 needs {module} for {what}. mods-available has a file for it that mods-enabled has no link to.',
    absent:
      '2.4 does not start without {module}, for {what}, and {target} does not have it: install or build it and load it, or take out what needs it.',
    unavailable:
      '2.4 needs {module} for {what}, but {target} does not have it: install or build it and load it, or take out what needs it.',
    withheld:
      '2.4 has {what} in {module}, which 2.2 did not have loaded: with it, this forward proxy would allow CONNECT, which it refused so far. Take the line out, or load the module if CONNECT is wanted.',
    unsure:
      'Only the 2.2 server knows whether it had {module}: no line that is always read here loads it. Give what its httpd -M prints with --modules FILE. Without the module {what} has no effect.',
    unsureHtaccess:
      'No line that is always read here loads {module}, and only the 2.2 server knows whether it had it: give what its httpd -M prints with --modules FILE. Without the module 2.4 answers 500 to all below this folder, because of {what}.',
    fragment: 'The server that includes this file needs these modules in 2.4: {modules}.',
    htaccess: 'The server of this folder needs these modules in 2.4: {modules}.',
    elsewhere:
      'In 2.4 this server needs these modules, too: {modules}. See that they are loaded: where it loads its modules is not in this tree.',
    onSuse:
      'APACHE_MODULES in /etc/sysconfig/apache2 must have these for 2.4, too: {names}. SUSE writes the LoadModule lines from it at each start, and they are not in this tree.',
  },
  run(context) {
    const { model, options, target, writtenFor } = context;
    if (hasModulesOf24(model, writtenFor)) return;
    const { needs, unsure } = computeNeeds(model, target, refusalTest(model));
    if (!showsItsModules(model)) {
      reportFragment(needs, context);
      return;
    }
    const isLoadable = ({ available, opens }: Need) => available && !opens;
    const loadable = needs.filter(isLoadable);
    for (const plan of planLoading(model, target, loadable, !options.dual)) reportPlan(plan, context);
    for (const need of needs) if (!isLoadable(need)) reportUnmet(need, context);
    for (const { identifier, what, site, refuses } of unsure) {
      const data = { module: identifier, what };
      if (refuses) context.report(site, 'unsureHtaccess', { data, level: 'error' });
      else context.report(site, 'unsure', { data, level: 'warning' });
    }
  },
});

/** Asked only where a .htaccess file calls for a module. */
function refusalTest(model: ServerModel): (htaccess: ModelFile) => boolean {
  let refused: ReadonlySet<string> | null = null;
  return ({ path }) => (refused ??= refusedHtaccessFiles(model, '2.4')).has(path);
}

type Context = TransformContext<MessageId>;

const MESSAGE_OF_PLAN = { insert: 'loaded', uncomment: 'uncommented', link: 'linked' } as const;

function reportPlan(plan: LoadPlan, { model, report }: Context): void {
  const { need, type, file, span, edits, link, made } = plan;
  const { identifier, what, site } = need;
  const isNewToDebian =
    type === 'insert' &&
    hasLoadFiles(model) &&
    !model.loadFiles?.some((each) => each.identifier === identifier);
  const name = debianName(identifier);
  const fileChanges: readonly FileChange[] = [
    ...(made ? [{ type: 'make', ...made } as const] : []),
    ...(link ? [{ type: 'link', ...link } as const] : []),
  ];
  // What every server needs has no line of its own: the place is where the new line comes.
  const messageId = isNewToDebian ? (isMpm(identifier) ? 'noMpmFile' : 'noFile') : messageOf(plan);
  report(site ?? { file, span }, messageId, {
    data: { module: identifier, what, name, obstacle: obstacleToLink(model) },
    level: messageId === 'noMpmFile' || messageId === 'madeMpm' ? 'warning' : 'info',
    fix: { title: `Load ${identifier}`, applicability: 'safe', edits: inFile(file, edits), fileChanges },
  });
}

/** Why a module gets a line although this server has links for them. */
function obstacleToLink(model: ServerModel): string {
  const [like] = model.loadFiles ?? [];
  return like !== undefined && isLinkedFolder(model, posix.dirname(like.path))
    ? 'mods-available is a symbolic link, to files that others may read, too'
    : 'no link of mods-enabled would be read in time';
}

function messageOf({ type, made, need: { identifier } }: LoadPlan): MessageId {
  if (made === null) return MESSAGE_OF_PLAN[type];
  return isMpm(identifier) && identifier !== 'mpm_event_module' ? 'madeMpm' : 'made';
}

function hasLoadFiles({ loadFiles = [] }: Context['model']): boolean {
  return loadFiles.length > 0;
}

function reportUnmet({ identifier, what, site, opens, stops }: Need, context: Context): void {
  const { target, report } = context;
  const place = site ?? wholeTree(context);
  if (place === null) return;
  const name = target.name === 'stock' ? 'a default build of 2.4' : `the target (${target.name})`;
  const data = { module: identifier, what, target: name };
  report(place, opens ? 'withheld' : stops ? 'absent' : 'unavailable', { data, level: 'error' });
}

function reportFragment(needs: readonly Need[], context: Context): void {
  // Files of a part have no first one among them: the one that needs a module is named.
  const site = needs.find((need) => need.site !== null)?.site ?? null;
  const place = context.model.kind === 'server' ? wholeTree(context) : (site ?? wholeTree(context));
  if (place === null || needs.length === 0) return;
  const modules = needs.map(({ identifier }) => identifier).join(', ');
  const names = needs.map(({ identifier }) => identifier.replace(/_module$/, '')).join(' ');
  context.report({ file: place.file, span: null }, whereElse(context), { data: { modules, names } });
}

function whereElse({ model, target }: Context): 'fragment' | 'htaccess' | 'elsewhere' | 'onSuse' {
  if (model.kind !== 'server') return model.kind;
  return model.layout === 'suse' && target.family === 'suse' ? 'onSuse' : 'elsewhere';
}

function wholeTree({ model }: Context): Place | null {
  const [file] = model.files.values();
  return file ? { file, span: null } : null;
}
