// How long one key in the bank search takes among 40 banks: pnpm exec node bench/bank-search.ts
import { markMatch, searchBanks } from '../src/banks/search.ts';
import { banks } from '../test/fixtures.ts';

const frameMs = 1000 / 60;
const forty = [...banks, ...banks.map((bank) => ({ ...bank, id: `${bank.id}-2` }))];
const queries = ['b', 'ba', 'bank', 'se', 'seri', 'sao tomas', 'k2u', 'zzz'];

const times = Array.from({ length: 200 }, (_, at) => {
  const query = queries[at % queries.length] ?? '';
  const start = performance.now();
  for (const bank of searchBanks(forty, query)) markMatch(bank.displayName, query);
  return performance.now() - start;
}).sort((a, b) => a - b);

const show = (share: number): string => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(3)} ms`;
process.stdout.write(
  `${forty.length} banks a key: median ${show(0.5)}, 95th ${show(0.95)}, longest ${show(0.999)}; a frame is ${frameMs.toFixed(1)} ms.\n`,
);
