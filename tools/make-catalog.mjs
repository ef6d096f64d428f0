// Makes src/catalog/data from a folder of facts (directives-2.2.json, directives-2.4.json, fates.json, modules.json,
// discrepancies.json) and a file of contract rows. Fields that say what most rows say are left out; the readers put them back.
//
//     node tools/make-catalog.mjs FACTS-FOLDER CONTRACT-ROWS.json
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = {
  directives22:
    'Manual and command tables of Apache httpd 2.2.34 (names, contexts, defaults: manual; argument kinds, flags: tables)',
  directives24:
    'Manual and command tables of Apache httpd 2.4.71 (names, contexts, defaults: manual; argument kinds, flags: tables)',
  fates: 'Comparison of both manuals and of running servers, 2.2.34 and 2.4.71',
  modules:
    'configure defaults and manuals of 2.2.34 and 2.4.71; requirements tried on a running 2.4.71 where verifiedBy says so',
  contract: 'Upgrading to 2.4 from 2.2, https://httpd.apache.org/docs/2.4/upgrading.html',
};
const CONTEXT_LETTERS = {
  'server config': 's',
  'virtual host': 'v',
  directory: 'd',
  '.htaccess': 'h',
  'proxy section': 'p',
};

const [factsFolder, contractFile] = process.argv.slice(2);
if (!factsFolder || !contractFile) {
  process.stderr.write('usage: make-catalog.mjs FACTS-FOLDER CONTRACT-ROWS.json\n');
  process.exit(2);
}
const read = (name) => JSON.parse(readFileSync(join(factsFolder, name), 'utf8'));
const data = fileURLToPath(new URL('../src/catalog/data/', import.meta.url));

/**
 * One row per line: a change of one fact is a change of one line. The rows are text in a module, not an imported JSON file:
 * bundled, that would be 300 KB of object literals, which cost 7 ms at every start; a string costs 2, and is parsed when asked for.
 */
function write(name, source, rows) {
  const lines = rows.map((row) => JSON.stringify(sparse(row)));
  const json = `[\n${lines.join(',\n')}\n]`.replace(/[^ -_a-~\n]|\$(?=\{)/g, escapeCharacter);
  const text = `// Made by tools/make-catalog.mjs. ${source}.\n\n/** JSON. */\nexport const rowsText = String.raw\`${json}\`;\n`;
  writeFileSync(join(data, name), text);
  process.stdout.write(`${name}: ${rows.length} rows, ${text.length} characters\n`);
}

/** As JSON has it: the text then stands in a template, and the bundle stays ASCII (one byte a character for V8). */
function escapeCharacter(character) {
  return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
}

function sparse(row) {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined && value !== false && value !== ''),
  );
}

function directiveRow(fact, discrepancies) {
  return {
    name: fact.name,
    section: fact.container,
    module: fact.module,
    contexts: fact.contexts.map((context) => CONTEXT_LETTERS[context]).join(''),
    override: fact.override ?? undefined,
    flags: (fact.where ?? []).join(' '),
    args: fact.args ?? undefined,
    default: fact.default ?? undefined,
    defaultDependsOn: fact.defaultDependsOn,
    since: fact.since,
    status: fact.status,
    tables: fact.commandTables.join(' '),
    tableName: fact.tableName,
    deprecated: fact.deprecated,
    undocumented: !fact.documented,
    absent: !fact.inServer,
    discrepancy: discrepancyOf(fact.name, discrepancies),
  };
}

function discrepancyOf(name, { misnamed, values }) {
  const other = misnamed.find((entry) => entry.docs === name);
  if (other) return { manual: other.docs, server: other.table };
  const value = values.find((entry) => entry.directive === name);
  return value && { manual: value.docs, server: value.server };
}

function fateRow(fate) {
  return {
    name: fate.directive,
    fate: fate.fate,
    from: fate.fromModule,
    in: fate.toModule === fate.fromModule ? undefined : fate.toModule,
    to: fate.to,
    also: fate.also,
    mutex: fate.mutex,
    requiresAlso: fate.requiresAlso,
    contextsAdded: fate.contextsAdded,
    oldDefault: fate.oldDefault,
    newDefault: fate.newDefault,
  };
}

function moduleRow(module) {
  return {
    name: module.name,
    identifier: module.identifier,
    // A list of sources (mod_sed) starts with the one that names the module; mod_heartbeat lacks its suffix in the manual.
    sourceFile: module.sourceFile.split(' ')[0].replace(/(?<!\.c)$/, '.c'),
    file: module.file ?? undefined,
    fate: module.fate,
    to: module.to,
    suggestion: module.successor,
    status22: module.status22 ?? undefined,
    status24: module.status24 ?? undefined,
    in22: module.in22,
    in24: module.in24,
    stock22: module.stock22 ?? undefined,
    stock24: module.stock24 ?? undefined,
    debian24: module.debian24 ?? undefined,
    undocumented: module.documented === false,
    requires: module.requires?.length ? module.requires : undefined,
    note: module.note,
  };
}

const discrepancies = read('discrepancies.json');
write(
  'directives-2.2.ts',
  SOURCES.directives22,
  read('directives-2.2.json').map((fact) => directiveRow(fact, discrepancies['2.2'])),
);
write(
  'directives-2.4.ts',
  SOURCES.directives24,
  read('directives-2.4.json').map((fact) => directiveRow(fact, discrepancies['2.4'])),
);
write('fates.ts', SOURCES.fates, read('fates.json').map(fateRow));
write('modules.ts', SOURCES.modules, read('modules.json').map(moduleRow));
write('contract-rows.ts', SOURCES.contract, JSON.parse(readFileSync(contractFile, 'utf8')).map(contractRow));

/** Without pointers to documents that a reader of the program does not have. */
function contractRow(row) {
  const expect = row.expect
    .replace(/ \([\w-]+\.md [\d.]+\)/g, '')
    .replace(/see [\w-]+\.md on \w+: /g, '')
    .replace(/ as in [\d.]+ number \d+/g, '');
  if (/\.md\b/.test(expect)) throw new Error(`${row.id} points at a document: ${expect}`);
  return { ...row, expect };
}
