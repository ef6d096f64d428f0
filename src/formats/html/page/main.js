import { accessElement, mergeElement } from './access.js';
import { changesTitle, fileElement, openFirst } from './diff.js';
import { counted, el } from './dom.js';
import { ASKED, findingElement, KIND_NAMES, kindName } from './findings.js';
import { includeTree } from './includes.js';

const { trees } = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const state = { words: [], kinds: new Set(ASKED), rule: '' };
let shown = { files: [], fileElements: [], findings: [], rules: [] };

function showTree(index) {
  const tree = trees[index];
  for (const section of document.querySelectorAll('[data-tree]'))
    section.hidden = section.dataset.tree !== String(index);
  const files = tree.files.map((file) => ({ ...file, text: searchText(file) }));
  shown = {
    files,
    fileElements: files.map((file) => fileElement(file, tree.reasons)),
    findings: tree.findings.map((finding) => ({ finding, element: findingElement(finding) })),
    rules: tree.access.rules.map((rule) => ({ rule, element: accessElement(rule) })),
  };
  byId('file-list').replaceChildren(...shown.fileElements);
  byId('finding-list').replaceChildren(...shown.findings.map(({ element }) => element));
  byId('access-list').replaceChildren(...shown.rules.map(({ element }) => element));
  byId('access-about').textContent =
    tree.access.missing ??
    `${counted(tree.access.compared, 'kind')} of requests were compared, each for every client.`;
  byId('include-list').replaceChildren(includeTree(tree.includes));
  byId('merge-list').replaceChildren(mergeElement(tree.merges));
  byId('changes-title').textContent = changesTitle(tree.files);
  byId('link-list').replaceChildren(...tree.links.map(linkElement));
  fillRules(tree);
  fillKinds();
  openFirst(shown.fileElements, files);
  filter();
}

function linkElement({ type, path, target, by }) {
  const verb = type === 'link' ? 'New link' : 'Link removed';
  return el(
    'li',
    {},
    `${verb}: `,
    el('code', {}, target === null ? path : `${path} → ${target}`),
    ` (${by.rule}: ${by.title})`,
  );
}

function searchText({ path, newPath, hunks }) {
  return [path, newPath, ...hunks.flatMap(([, , lines]) => lines)].join('\n').toLowerCase();
}

function fillRules({ findings, reasons }) {
  const ids = [
    ...new Set([...reasons.map(({ rule }) => rule), ...findings.map(({ rule }) => rule)]),
  ].toSorted();
  byId('rule').replaceChildren(
    el('option', { value: '' }, 'every rule'),
    ...ids.map((id) => el('option', { value: id }, id)),
  );
  state.rule = '';
}

function filter() {
  const { words, kinds, rule } = state;
  const has = (text) => words.every((word) => text.includes(word));
  const { reasons } = trees[Number(byId('tree')?.value ?? 0)];
  const isOfRule = ({ hunks, renamedBy }) =>
    renamedBy?.rule === rule ||
    hunks.some(([, , , made]) => made.some((index) => reasons[index].rule === rule));
  const files = apply(
    shown.files.map((file, at) => ({ file, element: shown.fileElements[at] })),
    ({ file }) => has(file.text) && (rule === '' || isOfRule(file)),
  );
  const findings = apply(shown.findings, ({ finding }) => {
    const text = `${finding.message} ${finding.rule} ${finding.places.join(' ')}`.toLowerCase();
    return kinds.has(finding.kind) && (rule === '' || finding.rule === rule) && has(text);
  });
  const rules = apply(shown.rules, ({ rule: each }) => has(JSON.stringify(each).toLowerCase()));
  const parts = [counted(findings, 'finding'), counted(rules, 'access rule'), counted(files, 'changed file')];
  byId('result').textContent = `Shown: ${parts.join(', ')}.`;
  byId('no-finding').hidden = findings > 0;
  byId('no-file').hidden = files > 0;
}

function apply(items, isShown) {
  let count = 0;
  for (const item of items) {
    const wanted = isShown(item);
    item.element.hidden = !wanted;
    if (wanted) count++;
  }
  return count;
}

/** So many are opened at once: a page of more can't be read nor printed. */
const MOST_OPENED = 500;

function openAll(open) {
  let opened = 0;
  for (const element of shown.fileElements) {
    if (element.hidden || (open && opened++ >= MOST_OPENED)) continue;
    if (open) element.fillNow();
    element.open = open;
  }
}

/** How many there are of each kind, beside its box. */
function fillKinds() {
  for (const kind of KIND_NAMES) {
    const own = shown.findings.filter(({ finding }) => finding.kind === kind);
    const count = own.reduce((sum, { finding }) => sum + finding.places.length, 0);
    byId(`count-${kind}`).textContent = ` (${count.toLocaleString('en-US')})`;
  }
}

function listen() {
  byId('search').addEventListener('input', (event) => {
    state.words = event.target.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    filter();
  });
  byId('rule').addEventListener('change', (event) => {
    state.rule = event.target.value;
    filter();
  });
  byId('tree')?.addEventListener('change', (event) => showTree(Number(event.target.value)));
  for (const kind of KIND_NAMES) {
    const box = el('input', { type: 'checkbox', checked: state.kinds.has(kind) });
    box.addEventListener('change', () => {
      if (box.checked) state.kinds.add(kind);
      else state.kinds.delete(kind);
      filter();
    });
    byId('kinds').append(el('label', {}, box, ' ', kindName(kind), el('span', { id: `count-${kind}` })));
  }
  byId('open-all').addEventListener('click', () => openAll(true));
  byId('close-all').addEventListener('click', () => openAll(false));
  byId('theme').addEventListener('click', () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  });
  window.addEventListener('beforeprint', () => openAll(true));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    event.preventDefault();
    byId('search').focus();
  });
}

listen();
if (trees.length > 0) showTree(0);
document.documentElement.dataset.ready = 'yes';
