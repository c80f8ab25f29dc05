// Measures how long the bank search takes after one key press, with 40 banks.
// Run it: npx node bench/bank-search.ts
import { markMatch, searchBanks } from '../src/channels/kinds/provider/search/search.ts';
import { banks } from '../test/fixtures.ts';

const frameMs = 1000 / 60;
const fortyBanks = [...banks, ...banks.map((bank) => ({ ...bank, id: `${bank.id}-2` }))];
const queries = ['b', 'ba', 'bank', 'se', 'seri', 'sao tomas', 'k2u', 'zzz'];

const sortedTimesMs = Array.from({ length: 200 }, (_, index) => {
  const query = queries[index % queries.length] ?? '';
  const startMs = performance.now();
  for (const bank of searchBanks(fortyBanks, query)) markMatch(bank.displayName, query);
  return performance.now() - startMs;
}).sort((a, b) => a - b);

const formatTime = (ms = 0): string => `${ms.toFixed(3)} ms`;
/** `share` is from 0 to 1: 0.5 is the median. */
const percentile = (share: number): string =>
  formatTime(sortedTimesMs[Math.floor(sortedTimesMs.length * share)]);
process.stdout.write(
  `${fortyBanks.length} banks, time for each key: median ${percentile(0.5)}, 95th percentile ${percentile(0.95)}, ` +
    `longest ${formatTime(sortedTimesMs.at(-1))}. One frame takes ${frameMs.toFixed(1)} ms.\n`,
);
