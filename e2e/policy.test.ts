import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fromSources } from '../scripts/from-sources.mjs';
import { sharedDemo, type Demo } from './demo.ts';
import { chooseChannel, decide, pressPay, seePaid, walkToCheckout } from './shopper.ts';
import { freePort } from './free-port.ts';
import { takeViolations } from './violations.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await sharedDemo();
});
afterEach(() => {
  demo.complaints.length = 0;
});

/** The browser requests a favicon automatically, and a missing page is one of the tested pages. */
const isNoMissingFile = (complaint: string): boolean => !complaint.includes('404 (Not Found)');

describe('the policy of the shop', () => {
  it('is not violated on any page of a purchase with a redirect by script and two payments', async () => {
    const page = await demo.newPage();
    const order = await walkToCheckout(demo, page);
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await decide(page, 'decline');
    await page.getByRole('button', { name: 'Try again' }).click();
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await decide(page, 'approve');
    await seePaid(page, order);
    for (const path of ['/', '/beans', '/brewing', '/bag', '/orders', '/nothing']) {
      await page.goto(`${demo.shop}${path}`);
    }
    expect(demo.complaints.filter(isNoMissingFile)).toEqual([]);
  });

  it('is not violated in the back office', async () => {
    const page = await demo.newPage();
    await page.goto(`${demo.shop}/office`);
    await page.getByLabel('Password').fill('rimba-office');
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const path of ['', '/attention', '/payouts', '/wallets'])
      await page.goto(`${demo.shop}/office${path}`);
    expect(demo.complaints).toEqual([]);
  });

  it('blocks injected markup, and the browser reports it', async () => {
    const page = await demo.newPage();
    await page.goto(demo.shop);
    await page.evaluate(() => {
      const script = document.createElement('div');
      try {
        script.innerHTML = '<img src="https://elsewhere.example/a.png">';
      } catch {
        document.body.append('refused');
      }
    });
    await page.getByText('refused').waitFor();
    const taken: string[] = [];
    await expect
      .poll(() => {
        taken.push(...takeViolations());
        return taken.join();
      })
      .toContain('TrustedTypesSinkViolation');
  });
});

describe('the smallest integration', () => {
  const folder = fileURLToPath(new URL('../examples/script-tag', import.meta.url));
  let program: ChildProcess;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const env = { ...process.env, PORT: `${port}`, PGW_BASE_URL: demo.sandbox };
    program = spawn(process.execPath, [...fromSources, 'src/server.ts'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (program.stdout !== null) await once(program.stdout, 'data');
  });
  afterAll(async () => {
    program.kill('SIGTERM');
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
    rmSync(`${folder}/.pgw`, { recursive: true, force: true });
  });

  it('works under its policy, and so does the result page of the middleware', async () => {
    const page = await demo.newPage();
    await page.goto(address);
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await decide(page, 'approve');
    await page.waitForURL(`${address}/pgw/return**`);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(demo.complaints.filter(isNoMissingFile)).toEqual([]);
  });
});
