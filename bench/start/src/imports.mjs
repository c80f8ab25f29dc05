// Imports each entry in a new process.
import { execFileSync } from 'node:child_process';
import { median } from '../../output.mjs';

/** Express is the baseline, because a shop with this server loads it anyway. */
const baseline = 'express';
const entries = [
  baseline,
  '@pgw/express',
  '@pgw/server',
  '@pgw/server/node',
  '@pgw/server/stores/embedded',
  '@pgw/server/stores/postgres',
  '@pgw/client',
  '@pgw/protocol',
  '@pgw/sandbox',
  'stripe',
  '@adyen/api-library',
  '@mollie/api-client',
];

/** Returns a table of the entries. Each round imports all entries, so that a disturbance of the machine affects all of them. */
export function measureImports(shop, { rounds }) {
  const runs = new Map(entries.map((entry) => [entry, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const entry of entries) runs.get(entry).push(importOnce(shop, entry));
  const values = (entry, name) => runs.get(entry).map((run) => run[name]);
  const compareMedian = (entry, name) =>
    median(runs.get(entry).map((run, round) => run[name] / runs.get(baseline)[round][name]));
  const rows = entries.map((entry) => [
    entry,
    countModules(shop, entry),
    Math.min(...values(entry, 'ms')).toFixed(0),
    median(values(entry, 'ms')).toFixed(0),
    Math.min(...values(entry, 'cpuMs')).toFixed(0),
    compareMedian(entry, 'cpuMs').toFixed(2),
    median(values(entry, 'mebibytes')).toFixed(0),
  ]);
  const headings = ['import', 'modules', 'ms, lowest', 'ms, median'];
  return { headings: [...headings, 'CPU ms, lowest', `CPU ÷ ${baseline}`, 'RSS, MiB'], rows };
}

function importOnce(shop, entry) {
  return runProgram(
    shop,
    `const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    await import(${JSON.stringify(entry)});
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    const mebibytes = process.memoryUsage().rss / 2 ** 20;
    console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, mebibytes }));`,
  );
}

/** Returns the number of files that an entry loads. */
function countModules(shop, entry) {
  return runProgram(
    shop,
    `import { registerHooks } from 'node:module';
    const urls = new Set();
    registerHooks({ load: (url, context, nextLoad) => { urls.add(url); return nextLoad(url, context); } });
    await import(${JSON.stringify(entry)});
    console.log([...urls].filter((url) => url.startsWith('file:')).length);`,
  );
}

function runProgram(shop, program) {
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: shop, encoding: 'utf8' }));
}
