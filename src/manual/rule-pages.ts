import {
  explanationArticle,
  explanations,
  symptomArticle,
  symptoms,
  transformArticle,
} from '../explain/index.ts';
import type { Article } from '../explain/index.ts';
import type { Transform } from '../transform/index.ts';
import { escapeText, link, partsAsMarkdown, table } from './markdown.ts';
import type { Locate } from './markdown.ts';

/** A page of docs/, by its path in the project. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const MADE = '<!-- Made by tools/make-rule-docs.mjs from the transforms and src/explain. -->\n\n';

/** docs/rules: a page for each transform, one with all messages and symptoms, and the list of both. */
export function rulePages(transforms: readonly Transform[]): readonly Page[] {
  const locate: Locate = (id) => locateIn(id, transforms);
  const pages = transforms.map((transform) => ({
    path: `docs/rules/${transform.id}.md`,
    text: `${MADE}# ${transform.id}: ${escapeText(transform.title)}\n\n${partsAsMarkdown(transformArticle(transform), 2, locate)}`,
  }));
  return [indexPage(transforms, locate), messagesPage(transforms, locate), ...pages];
}

function locateIn(id: string, transforms: readonly Transform[]): string | null {
  if (transforms.some((transform) => transform.id === id)) return `${id}.md`;
  const explanation =
    explanations.find((each) => each.id === id) ?? explanations.find(({ rows }) => rows.includes(id));
  if (explanation !== undefined) return `messages.md#${explanation.id}`;
  const serving = transforms.find(({ rows }) => rows.includes(id));
  return serving ? `${serving.id}.md` : null;
}

function indexPage(transforms: readonly Transform[], locate: Locate): Page {
  const rules = transforms.map(({ id, applicability, title, rows }) => [
    link(id, locate(id)),
    applicability,
    escapeText(title),
    rows.join(', '),
  ]);
  const seen = symptoms.map(({ id, title }) => [link(id, `messages.md#${id}`), escapeText(title), '']);
  const topics = explanations.map(({ id, title, codes }) => [
    link(id, locate(id)),
    escapeText(title),
    codes.join(', '),
  ]);
  const text = [
    `${MADE}# What is changed, and why\n`,
    'A transform is one piece of knowledge about the way from 2.2 to 2.4. `httpd-codemod explain NAME` prints what stands on these pages; `httpd-codemod rules` prints the list.\n',
    'Edits are `safe` (the behaviour stays the same; made by default), `review` (made with `--apply review`) or `manual` (none: a person decides).\n',
    'Which rows of the upgrade guide and which directives of 2.2 they serve, and which cases show it, is in [coverage](../coverage.md).\n',
    '## Transforms\n',
    table(['transform', 'edits', 'what it does', 'rows of the upgrade guide'], rules),
    '## Messages, symptoms, and what no transform is named for\n',
    table(['name', 'what it is about', 'numbers of the error log'], [...seen, ...topics]),
  ].join('\n');
  return { path: 'docs/rules/README.md', text };
}

function messagesPage(transforms: readonly Transform[], locate: Locate): Page {
  // The heading is the id alone, so that links to it stay when the title is put better.
  const section = (id: string, title: string, article: Article): string =>
    `## ${id}\n\n${escapeText(title)}.\n\n${partsAsMarkdown(article, 3, locate)}`;
  const articles = [
    ...symptoms.map((each) => section(each.id, each.title, symptomArticle(each, transforms))),
    ...explanations.map((each) => section(each.id, each.title, explanationArticle(each, transforms))),
  ];
  const head = `${MADE}# Messages and symptoms\n\n\`httpd-codemod explain\` takes the names here, the numbers, whole lines of an error log, and the status of an answer.\n`;
  return { path: 'docs/rules/messages.md', text: [head, ...articles].join('\n') };
}
