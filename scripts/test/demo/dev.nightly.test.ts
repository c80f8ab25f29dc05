import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../free-port.mjs';
import { startProgram } from '../../packed/program.ts';
import { runInBrowser } from '../../packed/shopper.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('`npm run dev` runs the element from its sources, reloads the page when a source file changes, and shows a syntax error over the page', async () => {
  const data = mkdtempSync(join(tmpdir(), 'pgw-dev-'));
  const [shopPort, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const env = { PGW_SHOP_PORT: shopPort, PGW_SANDBOX_PORT: sandboxPort, PGW_DATA: data };
  const programs = await startProgram([process.execPath, 'scripts/demo/dev.mjs'], {
    cwd: root,
    env,
    ready: /Shop +(\S+)[^]*Ready/,
  });
  onTestFinished(async () => {
    await programs.stop();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  });
  const [, shop = ''] = programs.match;
  await runInBrowser(async (page) => {
    await page.goto(`${shop}/products/cameron-dark`);
    await page.getByRole('button', { name: 'Add to bag' }).click();
    await page.getByText('Added to your bag').waitFor();
    await page.goto(`${shop}/checkout?sample`);
    await page.getByRole('button', { name: /continue|payment/i }).click();
    const wallet = page.getByRole('radio', { name: 'KilatPay' });
    await wallet.waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded).toContain(`${shop}/pgw/pgw-checkout.ts`);
    for (const file of [
      'packages/checkout/src/pgw-checkout.ts',
      'examples/shop/public/shop.css',
      'examples/shop/src/catalogue/products.ts',
    ]) {
      const reloaded = page.waitForEvent('load');
      utimesSync(join(root, file), new Date(), new Date());
      await reloaded;
      await wallet.waitFor();
    }
    // Requests wait while the shop restarts.
    const restarted = page.waitForEvent('load');
    utimesSync(join(root, 'examples/shop/src/catalogue/products.ts'), new Date(), new Date());
    const statuses = new Set<number>();
    for (let isRestarted = false; !isRestarted;) {
      statuses.add((await fetch(`${shop}/products/cameron-dark`)).status);
      isRestarted = await Promise.race([restarted.then(() => true), wait(20, false)]);
    }
    expect([...statuses]).toEqual([200]);
    await wallet.waitFor();
    // A syntax error of a source file is shown over the page, and the policy of the page allows its styles.
    const cache = join(root, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const broken = join(cache, `syntax-error-${process.pid}.ts`);
    onTestFinished(() => rmSync(broken, { force: true }));
    writeFileSync(broken, 'const broken = ;');
    // This code is a text, because Vitest would rewrite `import()` in a function.
    await page.evaluate(`import('${shop}/pgw/@fs${broken}').catch(() => {})`);
    const overlay = page.locator('vite-error-overlay');
    await overlay.getByText(broken).first().waitFor();
    expect(await overlay.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  });
});
