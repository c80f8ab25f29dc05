// npm run bench -- browser [--rounds 9] [--only "classic tag"] [--conditions "normal,slow 4G"]
import { cpus, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.mjs';
import { buildPages } from './src/build.mjs';
import { contestants } from './src/contestants.mjs';
import { report } from './src/report.mjs';
import { startShop } from './src/server.mjs';
import { say } from './src/table.mjs';
import { conditions, visit } from './src/visit.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    conditions: { type: 'string', default: Object.keys(conditions).join(',') },
    only: { type: 'string', default: '' },
  },
});
// The two floors are first, because everything is compared with them.
const wanted = contestants.filter(({ name }, index) => index < 2 || name.includes(values.only));

await buildPages();
const shop = await startShop();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
const [{ model } = { model: 'unknown processor' }] = cpus();
say(
  `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}, Node ${process.versions.node}, Chromium ${browser.version()}`,
);
try {
  for (const name of values.conditions.split(',')) {
    const measured = new Map(wanted.map((contestant) => [contestant.name, []]));
    // Interleaved, so that a disturbance of the machine affects all contestants. The first round is a warm-up and not counted.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      for (const contestant of wanted) {
        const url = `${shop.origin}/${contestants.indexOf(contestant)}`;
        for (const picks of [false, true]) {
          if (picks && contestant.banksShown === undefined) continue;
          const seen = await visit(browser, url, { contestant, condition: conditions[name], picks });
          if (round > 0) measured.get(contestant.name).push({ ...seen, round });
        }
      }
    }
    say(`\n${name}, medians of ${values.rounds} rounds\n`);
    say(report(measured));
  }
} finally {
  await browser.close();
  await shop.close();
}
