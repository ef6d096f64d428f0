import { posix } from 'node:path';
import { isMpm, moduleFacts, packagedModuleFiles, patchRelease } from '../src/catalog/index.ts';
import type { PackagedModuleFile } from '../src/catalog/index.ts';
import { walkOccurrences, moduleAsked } from '../src/model/index.ts';
import type { IncludeLine, ModuleLine, ServerModel } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { defineTransform, placeOf, removeNode, replaceNode } from '../src/transform/index.ts';
import type { FileChange, FileEdit, TransformContext } from '../src/transform/index.ts';
import { cgiModuleOf, moduleFileText, orderedModules } from './shared/red-hat-files.ts';

const FOLDER = 'conf.modules.d';
const SYSTEMD = 'systemd_module';

export const useConfModulesD = defineTransform({
  id: 'use-conf-modules-d',
  title: "Load modules in conf.modules.d, as Red Hat's 2.4 does",
  stage: 'modules',
  rows: [],
  directives: ['LoadModule'],
  isListed: true,
  applicability: 'safe',
  docs: {
    does: "In Red Hat's layout, moves the LoadModule lines of httpd's own modules to the files of conf.modules.d that load them in Red Hat's package, each module in its place, and includes that folder where the first of them stood. What this server does not load is commented out in these files. Files that the package puts into conf.d besides are written without any directive where the tree reads conf.d and has no such file.",
    why: 'The packages of RHEL 7 and later have their LoadModule lines in conf.modules.d (`%files` of httpd.spec), and those of PHP, mod_ssl and others put theirs there: a main file that does not read the folder never loads them. mod_systemd is loaded there, too: the unit of the package has `Type=notify`, and systemd ends a server that does not report to it.',
    before:
      'ServerRoot "/etc/httpd"\nLoadModule alias_module modules/mod_alias.so\nLoadModule mime_module modules/mod_mime.so\nListen 80',
    after: 'ServerRoot "/etc/httpd"\nInclude conf.modules.d/*.conf\nListen 80',
    undo: 'Move the lines back, and remove the Include line.',
    limits:
      'Lines in guards stay, as do third-party modules, modules from a folder of their own, and a line that a guard for the same module stands above. A tree that has a conf.modules.d is left alone.',
    link: 'https://docs.redhat.com/en/documentation/red_hat_enterprise_linux/7/html/system_administrators_guide/ch-web_servers',
  },
  messages: {
    moved:
      "Red Hat's 2.4 loads modules in conf.modules.d, where PHP, mod_ssl and other packages put theirs: {count} LoadModule lines move to {files}, as its package has them; what this server does not load is commented out there.",
    emptied:
      "Red Hat's package puts {files} into conf.d, which this line reads and this tree does not have: written without a directive, so that they change nothing.",
  },
  run(context) {
    const { model, report } = context;
    if (!isForRedHat(context)) return;
    const files = packagedFiles(context);
    const moving = movingLines(model, files);
    const first = moving.find(({ occurrence }) => occurrence.file.path === model.entry);
    if (first === undefined) return;
    const moved = moving.filter((line) => !isAskedBefore(model, first, line));
    const identifiers = moved.map(({ identifier }) => identifier);
    const loaded = new Set([...identifiers, SYSTEMD]);
    const written = files
      .filter((file) => file.package === null || file.modules.some(isInTree(model)))
      .map((file) => ({ ...file, modules: orderedModules(file, identifiers) }));
    report(placeOf(first.occurrence), 'moved', {
      data: { count: moved.length, files: written.map(({ name }) => name).join(', ') },
      fix: {
        title: 'Load modules in conf.modules.d',
        applicability: 'safe',
        edits: moveLines(first, moved),
        fileChanges: moduleFiles(model, written, loaded),
      },
    });
    reportPackagedFiles(context);
  },
});

type Context = TransformContext<'moved' | 'emptied'>;

function isForRedHat({ model, target, options, writtenFor }: Context): boolean {
  const isOurs = target.moduleStyle === 'conf-modules' && model.layout === 'rhel' && model.kind === 'server';
  const isDone = model.includes.some(({ path }) => posix.dirname(path).endsWith(`/${FOLDER}`));
  return (
    isOurs &&
    !isDone &&
    writtenFor === '2.2' &&
    options.dual !== true &&
    model.itemsIn(folderOf(model)) === null
  );
}

function folderOf({ statedRoot }: ServerModel): string {
  return posix.join(statedRoot, FOLDER);
}

function isInTree(model: ServerModel): (identifier: string) => boolean {
  const identifiers = new Set(liveModuleLines(model).map(({ identifier }) => identifier));
  return (identifier) => identifiers.has(identifier);
}

/** Without what this target does not have. */
function packagedFiles({ target }: Context): readonly PackagedModuleFile[] {
  const files = packagedModuleFiles(patchRelease(target.version)).map((file) => ({
    ...file,
    modules: file.modules.filter((each) => target.loadable.has(each)),
  }));
  return files.filter(({ modules }) => modules.length > 0);
}

/** Lines of the package's own modules that every server reads. */
function movingLines(model: ServerModel, files: readonly PackagedModuleFile[]): readonly ModuleLine[] {
  const packaged = new Set(files.flatMap(({ modules }) => modules));
  const lines = liveModuleLines(model).filter(
    (line) => packaged.has(line.identifier) && isPlain(line) && isFromPackage(line),
  );
  const mpm = lines.find(({ identifier }) => isMpm(identifier))?.identifier ?? '';
  return lines.filter(
    ({ identifier }) => !/^cgid?_module$/.test(identifier) || identifier === cgiModuleOf(mpm),
  );
}

function isPlain({ occurrence: { guards, scope, on22 } }: ModuleLine): boolean {
  return guards.length === 0 && scope.kind === 'server' && on22 !== 'no';
}

/** `modules` in /etc/httpd leads to /usr/lib64/httpd/modules. */
function isFromPackage({ identifier, modulePath }: ModuleLine): boolean {
  const file = moduleFacts(identifier)?.file;
  return (
    file !== undefined &&
    /^(?:modules|\/etc\/httpd\/modules|\/usr\/lib(?:64)?\/httpd\/modules)$/.test(posix.dirname(modulePath)) &&
    posix.basename(modulePath) === file
  );
}

/** Whether a guard asks for the module above its line and below the place that it would come to. */
function isAskedBefore(
  model: ServerModel,
  first: ModuleLine,
  { identifier, occurrence }: ModuleLine,
): boolean {
  for (const { seq, guards } of walkOccurrences(model.main)) {
    if (seq <= first.occurrence.seq || seq >= occurrence.seq) continue;
    const asks = guards.some((guard) => moduleAsked(guard)?.identifier === identifier);
    if (asks) return true;
  }
  return false;
}

function moveLines(first: ModuleLine, moved: readonly ModuleLine[]): readonly FileEdit[] {
  return moved.flatMap((line) =>
    line === first ? replaceNode(line.occurrence, [`Include ${FOLDER}/*.conf`]) : removeNode(line.occurrence),
  );
}

function moduleFiles(
  model: ServerModel,
  files: readonly PackagedModuleFile[],
  loaded: ReadonlySet<string>,
): readonly FileChange[] {
  const folder = posix.join(model.serverRoot, FOLDER);
  return [
    { type: 'folder', path: folder },
    ...files.map((file) =>
      makeFile(
        model,
        posix.join(folder, file.name),
        moduleFileText(file, (each) => loaded.has(each)),
      ),
    ),
  ];
}

function makeFile({ entry }: ServerModel, path: string, text: string): FileChange {
  return { type: 'make', path, text, like: entry ?? '' };
}

/** What the packages put into conf.d (`%files` of httpd.spec); ssl.conf is mod_ssl's. */
function reportPackagedFiles({ model, report }: Context): void {
  const line = model.includes.find(isConfD);
  const items = model.itemsIn(posix.join(model.statedRoot, 'conf.d'));
  if (line === undefined || items === null) return;
  const packaged = [
    'autoindex.conf',
    'userdir.conf',
    'welcome.conf',
    ...(isInTree(model)('ssl_module') ? ['ssl.conf'] : []),
  ];
  const missing = packaged.filter((name) => !items.some((item) => item.name === name));
  if (missing.length === 0) return;
  const folder = posix.join(model.serverRoot, 'conf.d');
  report(placeOf(line.occurrence), 'emptied', {
    data: { files: missing.join(', ') },
    fix: {
      title: 'Keep files of the package from adding to conf.d',
      applicability: 'safe',
      edits: [],
      fileChanges: missing.map((name) => makeFile(model, posix.join(folder, name), EMPTY)),
    },
  });
}

function isConfD({ path, occurrence: { on24 } }: IncludeLine): boolean {
  return on24 !== 'no' && /\/conf\.d\/\*(?:\.conf)?$/.test(path);
}

const EMPTY = '# Left empty in place of the file of this name in the package: the old server had none.\n';
