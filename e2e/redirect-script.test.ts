import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createTestClient,
  openShop,
  type Shop,
  type ShopOptions,
  unreachableUrl,
} from '../packages/server/test/shop.ts';
import { redirectionType } from '../packages/protocol/src/index.ts';
import { openPage } from './browser.ts';
import { chooseChannel, decideAtBank } from './shopper.ts';
import { takeViolations, watchViolations } from './violations.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';

// A shop whose gateway redirects by a script. The script runs on a separate page, not on the page with the
// checkout.

const bank = 'https://bank.example';
const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';
let shop: Shop;
afterEach(() => shop.close());

/**
 * Opens the checkout of a shop whose gateway sends this script. The shop has a session cookie and a stored
 * value.
 */
async function openCheckout(clientScript: string, options: ShopOptions = {}): Promise<Page> {
  return openPageOf({
    redirectOrigins: [bank],
    channels: [{ id: 6, name: 'Sentuh eWallet', isProviderHostChannel: false }],
    ...options,
    gateway: createScriptGateway(clientScript),
  });
}

async function openPageOf(options: ShopOptions): Promise<Page> {
  shop = await openShop({
    setUpApp: (app) => {
      app.get('/', async (req, res) => {
        const { head, body } = await shop.checkout.snippet({ order: 'A1', req, nonce });
        res.set('Content-Security-Policy', shop.checkout.contentSecurityPolicy({ nonce })).type('html');
        res.cookie('session', 'secret-of-the-shop');
        res.send(`<!doctype html><html lang="en"><title>Pay</title>${head}<body>${body}</body></html>`);
      });
    },
    ...options,
  });
  const page = await openPage();
  await watchViolations(page);
  await page.route(`${bank}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The bank</title><h1>The bank</h1>' }),
  );
  await page.goto(shop.url);
  await page.evaluate(() => localStorage.setItem('bag', 'secret-of-the-shop'));
  return page;
}

/** Creates a gateway client whose payments redirect by the script. Its other operations fail. */
function createScriptGateway(clientScript: string): ReturnType<typeof createTestClient> {
  return {
    ...createTestClient(unreachableUrl),
    requestPayment: ({ amount, currencyCode, channelId = 0 }) =>
      Promise.resolve({
        amount,
        currencyCode,
        channelId,
        transactionNumber: 'T2005671137F81FD8',
        redirectionType: redirectionType.script,
        redirectUrl: `${bank}/by-link`,
        clientScript,
        transactionExpired: new Date(Date.now() + 600_000).toISOString(),
      }),
  };
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay RM/ }).click();
}

const form = `var f = document.createElement('form'); f.method = 'POST'; f.action = '${bank}/pay';`;

describe('a redirection script of the gateway', () => {
  const redirects = [
    ['a form', `${form} document.body.appendChild(f); f.submit()`],
    ['an address', `location.href = '${bank}/pay'`],
    ['an address in script tags', `<script>location.assign('${bank}/pay')</script>`],
    ['the address of the tab', `window.top.location = '${bank}/pay'`],
    ['a form whose target is the tab', `${form} f.target = '_top'; document.body.appendChild(f); f.submit()`],
    [
      'a form that it writes into the page',
      `document.write('<form action="${bank}/pay"></form>'); document.forms[0].submit()`,
    ],
    [
      'a form after the page is loaded',
      `${form} onload = function () { document.body.appendChild(f); f.submit() }`,
    ],
  ] as const;
  it.each(selectCases(redirects, 1))('a script of the gateway can redirect by %s', async (_what, script) => {
    const page = await openCheckout(script);
    await pay(page);
    await page.waitForURL(`${bank}/pay**`);
  });

  it('a script of the gateway reads no cookie, no storage and no page of the shop, and sends no request', async () => {
    const probe = `
      function attempt(action) { try { return String(action()); } catch (error) { return error.name; } }
      var found = { forbidden: [] };
      function redirectWhenComplete() {
        if (found.fetched && found.forbidden.length === 3) {
          found.forbidden.sort();
          location.href = '${bank}/found#' + encodeURIComponent(JSON.stringify(found));
        }
      }
      document.addEventListener('securitypolicyviolation', function (event) {
        found.forbidden.push(event.effectiveDirective);
        redirectWhenComplete();
      });
      found.origin = self.origin;
      found.cookie = attempt(function () { return document.cookie; });
      found.storage = attempt(function () { return localStorage.getItem('bag'); });
      found.frames = attempt(function () {
        var frame = document.createElement('iframe'); frame.src = '/'; document.body.appendChild(frame);
        return frame.contentDocument;
      });
      found.popup = attempt(function () { return window.open('/'); });
      var image = new Image(); image.src = '${bank}/image';
      fetch('/pgw/session?order=A1', { credentials: 'include' })
        .then(function () { return 'read'; }, function () { return 'refused'; })
        .then(function (fetched) { found.fetched = fetched; redirectWhenComplete(); });`;
    const page = await openCheckout(probe);
    await pay(page);
    await page.waitForURL(`${bank}/found**`);
    expect(JSON.parse(decodeURIComponent(new URL(page.url()).hash.slice(1)))).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      frames: 'null',
      popup: 'null',
      fetched: 'refused',
      forbidden: ['connect-src', 'frame-src', 'img-src'],
    });
    const reported: string[] = [];
    await expect
      .poll(() => {
        reported.push(...takeViolations());
        return reported.length;
      })
      .toBe(3);
  });

  if (isNightly)
    it('the page of the bank after a redirect by script has its own origin, without a sandbox', async () => {
      const page = await openCheckout(`${form} document.body.appendChild(f); f.submit()`);
      await pay(page);
      await page.waitForURL(`${bank}/pay`);
      expect(await page.evaluate(() => [self.origin, typeof localStorage])).toEqual([bank, 'object']);
    });

  if (isNightly)
    it('the Back button at the bank leads to the checkout, and does not run the script of the gateway again', async () => {
      const page = await openCheckout(`${form} document.body.appendChild(f); f.submit()`);
      await pay(page);
      await page.waitForURL(`${bank}/pay`);
      await page.evaluate(() => history.back());
      await page.getByRole('heading', { name: /Did you finish paying at/ }).waitFor();
      expect(page.url()).toBe(`${shop.url}/`);
    });

  if (isNightly)
    it('if the script of the gateway fails, the page shows a link to the address of the gateway', async () => {
      const page = await openCheckout('throw new Error("not today")');
      await pay(page);
      await page.waitForURL(/\/redirect$/);
      await page.getByRole('heading', { name: 'Taking you to Sentuh eWallet' }).waitFor();
      await page.getByRole('link', { name: 'Continue to Sentuh eWallet' }).click();
      await page.waitForURL(`${bank}/by-link`);
    });

  it('a payment at the sandbox whose script the policy blocks is paid by the link, and an event reports the script', async () => {
    const page = await openPageOf({
      wrap: (gateway) => ({
        ...gateway,
        requestPayment: async (order) => {
          const opened = await gateway.requestPayment(order);
          return { ...opened, clientScript: `eval(${JSON.stringify(opened.clientScript)})` };
        },
      }),
    });
    await chooseChannel(page, 'Sentuh eWallet');
    await pay(page);
    await page.getByRole('link', { name: 'Continue to Sentuh eWallet' }).click();
    await decideAtBank(page, 'approve');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    const [reference] = shop.fulfilledReferences;
    expect(shop.eventsNamed('redirection-blocked')).toMatchObject([
      { level: 'warn', reference, directive: 'script-src', blocked: 'eval' },
    ]);
    expect(takeViolations()).toHaveLength(1);
  });

  if (isNightly)
    it('with redirectScript: same-origin the script of the gateway can read the storage of the shop', async () => {
      const script = `location.href = '${bank}/found#' + self.origin + ' ' + localStorage.getItem('bag')`;
      const page = await openCheckout(script, { redirectScript: 'same-origin' });
      await pay(page);
      await page.waitForURL(`${bank}/found**`);
      expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${shop.url} secret-of-the-shop`);
    });
});
