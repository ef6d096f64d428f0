import { createHash } from 'node:crypto';
import type { ReportData } from '../report-data.ts';
import { SCRIPT, STYLE } from './assets.ts';
import { overviewPanels, rulesPanels, escapeHtml } from './overview.ts';
import { packData } from './pack.ts';

/**
 * One page that needs nothing else: style, program and data are in it, and its policy forbids it to load or to send anything. The
 * overview is plain HTML; what can be long is made by its program when it comes into view.
 */
export function* renderHtml(data: ReportData): Generator<string> {
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Apache 2.2 to 2.4: ${escapeHtml(data.trees.map(({ path }) => path).join(', ') || 'nothing done')}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the report</a>
<header class="top">
<h1>Apache httpd 2.2 to 2.4: migration report</h1>
<p class="verdict ${data.verdict.kind}" role="status"><span aria-hidden="true">${MARKS[data.verdict.kind]}</span><span>${escapeHtml(data.verdict.text)}</span></p>
</header>
${data.trees.length === 0 ? '' : NAVIGATION}
<main id="main">
${treeChooser(data)}${overviewPanels(data)}
${data.trees.length === 0 ? '' : PANELS}
${rulesPanels(data)}
</main>
<footer><p>Made by httpd-codemod ${escapeHtml(data.tool.version)} on <time datetime="${data.made}">${data.made.slice(0, 16).replace('T', ' ')} UTC</time> with <code>${escapeHtml(data.command)}</code>. This page loads nothing and sends nothing.</p></footer>
<script type="application/json" id="data">`;
  yield* packData(data);
  yield `</script>
${data.trees.length === 0 ? '' : `<script>${SCRIPT}</script>`}
</body>
</html>
`;
}

const MARKS = { good: '✓', decide: '!', stop: '✕' } as const;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

function treeChooser({ trees }: ReportData): string {
  if (trees.length < 2) return '';
  const options = trees.map(({ path }, index) => `<option value="${index}">${escapeHtml(path)}</option>`);
  return `<section class="panel" aria-labelledby="tree-label"><label id="tree-label" for="tree">Tree</label> <select id="tree">${options.join('')}</select></section>\n`;
}

const NAVIGATION = `<nav class="sections" aria-label="Sections"><div>
<ul><li><a href="#overview">Overview</a></li><li><a href="#findings">Findings</a></li><li><a href="#access">Who gets in</a></li><li><a href="#changes">Changes</a></li><li><a href="#includes">Include tree</a></li><li><a href="#merges">Merge order</a></li><li><a href="#rules">Rules</a></li></ul>
<input type="search" id="search" placeholder="Search (press /)" aria-label="Search findings, access rules and changes">
<button type="button" id="theme">Dark or light</button>
</div></nav>`;

const PANELS = `<noscript><p class="panel">The lists below need JavaScript. Without it, use --format markdown.</p></noscript>
<section class="panel" id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>
<div class="tools"><span id="kinds" class="tools" role="group" aria-label="Kinds of findings"></span><label>Rule <select id="rule"></select></label></div>
<p id="result" class="faint" role="status"></p>
<ul class="list" id="finding-list"></ul><p id="no-finding" class="faint" hidden>No finding to show.</p></section>
<section class="panel" id="access" aria-labelledby="access-title"><h2 id="access-title">Who gets in</h2>
<p id="access-about"></p><ul class="list" id="access-list"></ul></section>
<section class="panel" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">Changes</h2>
<div class="tools"><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></div>
<ul id="link-list"></ul><div id="file-list"></div><p id="no-file" class="faint" hidden>No change to show.</p></section>
<section class="panel" id="includes" aria-labelledby="includes-title"><h2 id="includes-title">Include tree</h2>
<p>The files in the order in which the server reads them; .htaccess files after the main file.</p><div id="include-list"></div></section>
<section class="panel" id="merges" aria-labelledby="merges-title"><h2 id="merges-title">Merge order</h2>
<p>The server merges the sections that apply to a request in these four steps, and in each step in this order: a later section replaces the access rules of an earlier one, unless AuthMerging joins them. Only sections with access rules are shown, as they are after the migration.</p><div id="merge-list"></div></section>`;
