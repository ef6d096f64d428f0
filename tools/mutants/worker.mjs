// Runs tests on mutated sources, as measure-mutants.mjs tells it. It may hang, or run out of memory: then it is killed.
const [bundle, mutantOnLoad = '-1'] = process.argv.slice(2);
const { activate, collect, collectFile, files, sources, tests } = await import(bundle);
process.on('disconnect', () => process.exit());

/** The mutants that are passed when the sources are loaded. */
const onLoad = new Set();
collect(onLoad);
activate(Number(mutantOnLoad));
await inTurn(sources, (load) => load());
collect(null);
await inTurn(Object.entries(files), ([name, load]) => collectFile(name, load));
const byId = new Map(tests.map((each) => [each.id, each]));

async function inTurn(all, take) {
  for (const each of all) {
    // oxlint-disable-next-line no-await-in-loop
    await take(each);
  }
}

async function fails(id) {
  try {
    await byId.get(id).run();
    return false;
  } catch {
    return true;
  }
}

/** What each test passes, and how long it takes. */
async function survey() {
  await inTurn(tests, async ({ id }) => {
    const passed = new Set();
    collect(passed);
    const start = performance.now();
    const isBad = await fails(id);
    const ms = performance.now() - start;
    collect(null);
    process.send({ type: 'test', id, ms, isBad, passed: isBad ? [] : [...passed] });
  });
  process.send({ type: 'surveyed', onLoad: [...onLoad] });
}

/** Until the first test that fails: `killed`, by which; `unsure` if that took too long. */
async function judge({ mutant, ids, ms }) {
  const start = performance.now();
  for (const [at, id] of ids.entries()) {
    process.send({ type: 'at', at });
    activate(mutant);
    // oxlint-disable-next-line no-await-in-loop
    if (await fails(id)) return { outcome: await confirmed(id), by: id, ran: at + 1 };
    if (performance.now() - start > ms) return { outcome: 'unsure', ran: at + 1 };
  }
  return { outcome: 'survived', ran: ids.length };
}

/** What a mutant left in memory may make tests fail without it. */
async function confirmed(id) {
  if (mutantOnLoad !== '-1') return 'killed';
  activate(-1);
  return (await fails(id)) ? 'spoilt' : 'killed';
}

process.on('message', async (message) => {
  if (message.type === 'survey') await survey();
  else process.send({ type: 'judged', ...(await judge(message)) });
});
process.send({ type: 'ready' });
