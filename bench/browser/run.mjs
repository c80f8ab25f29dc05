// npm run bench -- browser [--rounds 9] [--only "both tags"] [--conditions "normal,slow 4G"] [--record]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumArgs, findChromium } from '../../scripts/programs/chromium.mjs';
import { buildPages } from './src/build.mjs';
import { implementations } from './src/implementations.mjs';
import { createReport } from './src/report.mjs';
import { startShop } from './src/server.mjs';
import { describeMachine, print, printTable } from '../output.mjs';
import { conditions, visit } from './src/visit.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    conditions: { type: 'string', default: Object.keys(conditions).join(',') },
    only: { type: 'string', default: '' },
    record: { type: 'boolean' },
  },
});
/** The name in docs/measurements.json of the table of each condition. */
const recordedNames = { normal: 'page-normal', 'slowed 6 times': 'page-slow', 'slow 4G': 'page-4g' };
// The two baselines are first, because everything is compared with them.
const selected = implementations.filter(({ name }, index) => index < 2 || name.includes(values.only));

await buildPages();
const shop = await startShop();
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArgs] });
print(`${describeMachine()}, Chromium ${browser.version()}`);
try {
  for (const name of values.conditions.split(',')) {
    const visitsByName = new Map(selected.map((implementation) => [implementation.name, []]));
    // Each round visits all implementations, so that a disturbance of the machine affects all of them. The first
    // round is a warm-up.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      for (const implementation of selected) {
        const url = `${shop.origin}/${implementations.indexOf(implementation)}`;
        for (const isImmediateClick of [false, true]) {
          if (isImmediateClick && implementation.areBanksUsable === undefined) continue;
          const measurements = await visit(browser, url, {
            implementation,
            condition: conditions[name],
            isImmediateClick,
          });
          if (round > 0) visitsByName.get(implementation.name).push({ ...measurements, round });
        }
      }
    }
    print(`\n${name}, medians of ${values.rounds} rounds\n`);
    const { headings, rows } = createReport(visitsByName);
    printTable(recordedNames[name], headings, rows);
  }
} finally {
  await browser.close();
  await shop.close();
}
