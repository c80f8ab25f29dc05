import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { type StorefrontSession } from '@pgw/protocol';
import { storefrontSession } from '@pgw/protocol/internal';
import { afterEach, expect, it } from 'vitest';
import { assetFiles } from '../../../src/http/assets/asset-files.ts';
import type { SnippetOptions } from '../../../src/adapters/express/index.ts';
import type { Snippet } from '../../../src/index.ts';
import {
  createTestClient,
  fpx,
  kilatPay,
  openShop,
  orderTotal,
  pasarPay,
  type Shop,
  type ShopOptions,
  unreachableUrl,
} from '../../shop.ts';

/** The style that reserves space for the element until it is rendered. */
const reservedSpace = 'min-block-size:480px';
const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';
let shop: Shop;
afterEach(() => shop.close());

/** Opens a shop with a page that renders the snippet of order A1, and requests that page. */
async function renderSnippet(
  fields: Partial<SnippetOptions> = {},
  options: ShopOptions = {},
): Promise<Snippet> {
  shop = await openShop({
    ...options,
    setUpApp: (app) => {
      app.get('/page', async (req, res) => {
        res.json(await shop.checkout.snippet({ order: 'A1', req, nonce, ...fields }));
      });
    },
  });
  return fetchSnippet();
}

/** Requests the snippet again. Removes its styles, so that a failed test does not print them. */
async function fetchSnippet(): Promise<Snippet> {
  const { head, body } = (await (await shop.fetch('/page')).json()) as Snippet;
  return { head, body: body.replace(/(<style[^>]*>).*?<\/style>/s, '$1…</style>') };
}

function readSession(body: string): StorefrontSession {
  const [, text = ''] = /<script type="application\/json" data-pgw-session>(.*?)<\/script>/s.exec(body) ?? [];
  return storefrontSession().parse(JSON.parse(text));
}

it.each(['Kafé “Müller”', '千杯不醉咖啡', 'காபி கடை', 'Two Mugs \u{1F375}', '</script><!--\u2028'])(
  'the session in the page is ASCII, because programs that rewrite pages garble other characters: %s',
  async (merchant) => {
    const { body } = await renderSnippet({}, { merchant });
    const [, text = ''] = /data-pgw-session>(.*?)<\/script>/s.exec(body) ?? [];
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(readSession(body).order.merchant).toBe(merchant);
  },
);

it('the snippet has the channels as a form with radio buttons, which a browser can submit without scripts', async () => {
  const { body } = await renderSnippet();
  const [, markup = ''] = /<template shadowrootmode="open">(.*)<\/template>/s.exec(body) ?? [];
  expect(markup).toMatch(/<form [^>]*method="post" action="\/pgw\/start"/);
  expect(markup).toMatch(
    new RegExp(`<input[^>]*type="radio"[^>]*name="channel" required[^>]*value="${kilatPay}"`, 's'),
  );
  expect(markup).toContain('<input type="hidden" name="order" value="A1" />');
  expect(markup).toContain(`<input type="hidden" name="shownAmount" value="${orderTotal}" />`);
  expect(markup).toContain('KilatPay');
  expect(markup).toMatch(/Pay <bdi translate="no">RM\s128\.90/);
});

it('the snippet has the terms of every channel without scripts, and below Pay those of the option channel', async () => {
  const terms = { en: { text: 'You agree to the [terms of FPX].', href: 'https://fpx.example/terms' } };
  const options = { channels: { [fpx]: { terms } } };
  const link = /You agree to the\s*<a href="https:\/\/fpx\.example\/terms"[^>]*>terms of FPX<\/a>\./;
  const { body: list } = await renderSnippet({}, options);
  expect(list).toMatch(new RegExp(`<noscript><p [^>]*>\\s*${link.source}`));
  await shop.close();
  const { body: banks } = await renderSnippet({ channel: fpx }, options);
  expect(banks).toMatch(link);
  expect(banks).not.toContain('<noscript><p');
});

it('the snippet lists the banks of the option channel, and hides the search without scripts', async () => {
  const { body } = await renderSnippet({ channel: fpx, attributes: { channels: String(fpx) } });
  expect(body).toMatch(/name="bank" required[^>]*value="BSERI01"/s);
  expect(body).toContain(`<input type="hidden" name="channel" value="${fpx}" />`);
  expect(body).toMatch(/<noscript><style nonce="[^"]+">\.search\{display:none\}<\/style><\/noscript>/);
  expect(body).not.toContain('KilatPay</bdi>');
});

it.each([4711, kilatPay])('the snippet lists all channels if the channel %i has no banks', async (id) => {
  const { body } = await renderSnippet({ channel: id });
  expect(body).not.toContain('name="bank"');
  expect(body).toContain('KilatPay');
});

it('the snippet contains the session that the element would request', async () => {
  const { body } = await renderSnippet();
  const fetchedSession = storefrontSession().parse(await (await shop.fetch('/pgw/session?order=A1')).json());
  expect({ ...readSession(body), serverTime: '' }).toEqual({ ...fetchedSession, serverTime: '' });
});

it('the snippet puts the nonce on every style and script, and the integrity on every script', async () => {
  const { head, body } = await renderSnippet();
  for (const tag of `${head}${body}`.match(/<(style|script|link rel="modulepreload")[^>]*>/g) ?? []) {
    if (!tag.includes('application/json')) expect(tag).toContain(`nonce="${nonce}"`);
  }
  const hashes = Object.values(assetFiles.manifest.files).map(({ integrity }) => integrity);
  const scripts = head.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(hashes).toContain(/integrity="([^"]+)"/.exec(script)?.[1]);
});

it('the script URLs of the snippet exist and contain a hash of the content', async () => {
  const { head } = await renderSnippet();
  for (const [, src = ''] of head.matchAll(/<script[^>]* src="([^"]+)"/g)) {
    expect(src).toMatch(/\?v=|-[\w-]{8,}\.mjs$/);
    expect((await shop.fetch(src)).status).toBe(200);
  }
});

it.each([
  ['wallets', [], [createChannel({ name: 'KilatPay' }), createChannel({ id: pasarPay, name: 'PasarPay' })]],
  [
    'banks',
    ['provider'],
    [
      createChannel({ name: 'KilatPay' }),
      createChannel({ id: fpx, name: 'FPX', isProviderHostChannel: true }),
    ],
  ],
])(
  'the snippet preloads the bank picker only for a list with banks: %s',
  async (_kinds, preloadedModules, channels) => {
    const { head } = await renderSnippet({}, { channels });
    const { files } = assetFiles.manifest;
    expect(head.match(/<link rel="modulepreload"[^>]*>/g) ?? []).toEqual(
      preloadedModules.map(
        (name) =>
          `<link rel="modulepreload" href="/pgw/${files[name]?.path}" integrity="${files[name]?.integrity}" nonce="${nonce}" fetchpriority="low">`,
      ),
    );
  },
);

it('the snippet preconnects to the origin of the logos', async () => {
  const { head } = await renderSnippet();
  expect(head).toContain(`<link rel="preconnect" href="${shop.sandbox.url}">`);
});

it.each([
  ['ms', 'Bagaimana', 'ms'],
  ['zh-Hans-MY', '支付', 'zh-Hans'],
  ['ta', 'செலுத்த', 'ta'],
  ['fr', 'How would you like to pay?', 'en'],
])('the snippet for lang %s contains "%s"', async (lang, text, usedLanguage) => {
  const { body } = await renderSnippet({ lang });
  expect(body).toContain(`lang="${lang}"`);
  expect(body).toContain(`<div class="pgw" lang="${usedLanguage}"`);
  expect(body).toContain(text);
});

it('the snippet accepts attributes and slotted content', async () => {
  const attributes = {
    summary: 'none',
    'heading-level': '3',
    channels: String(kilatPay),
    'data-name': '"><script>',
  };
  const { body } = await renderSnippet({ attributes, content: '<p slot="before-pay">Terms</p>' });
  expect(body).toContain(
    `summary="none" heading-level="3" channels="${kilatPay}" data-name="&quot;&gt;&lt;script&gt;"`,
  );
  expect(body).toMatch(/<p slot="before-pay">Terms<\/p><\/pgw-checkout>$/);
  expect(body).not.toContain('class="summary"');
  expect(body).toContain('aria-level="3"');
  // A single channel needs no choice, so the form contains it as a hidden field.
  expect(body).toContain(`<input type="hidden" name="channel" value="${kilatPay}" />`);
  expect(body).not.toContain('PasarPay</bdi>');
});

it('the snippet escapes the names of the merchant and the channels', async () => {
  const hostile = '</script><script>alert(1)</script>"\'<b>&';
  const { body } = await renderSnippet(
    {},
    { merchant: hostile, channels: [createChannel({ name: hostile })] },
  );
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).not.toContain('<b>');
  expect(readSession(body).order.merchant).toBe(hostile);
});

it('the snippet contains an open payment, and shows the list only without scripts', async () => {
  await renderSnippet();
  const payment = await shop.startPayment();
  const { head, body } = await fetchSnippet();
  expect(readSession(body).openPayment?.reference).toBe(payment.reference);
  expect(body).toMatch(/<noscript><div class="reset"[^]*<\/noscript><\/template>/);
  expect(head).toContain(reservedSpace);
  // The list is the first screen, so no other module is preloaded.
  expect(head).not.toContain('modulepreload');
});

it('if the gateway cannot be reached, the snippet contains the element without a list, and an event reports it', async () => {
  const { body, head } = await renderSnippet({}, { gatewayUrl: unreachableUrl });
  expect(body).toBe('<pgw-checkout order="A1" lang="en" endpoint="/pgw"></pgw-checkout>');
  expect(head).toContain(reservedSpace);
  expect(head).not.toContain('modulepreload');
  expect(shop.eventsNamed('snippet-without-list')).toHaveLength(1);
});

it('the snippet does not wait for the gateway longer than timeoutMs', async () => {
  const silentServer = createServer();
  const sockets: Socket[] = [];
  silentServer.on('connection', (socket) => sockets.push(socket));
  silentServer.listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = silentServer.address() as AddressInfo;
  const gateway = createTestClient(`http://127.0.0.1:${port}`, { timeoutMs: 120_000 });
  const startedAt = performance.now();
  const { body } = await renderSnippet({ timeoutMs: 0 }, { gateway });
  expect(body).not.toContain('<template');
  // The limit is half of the client's timeout, which is enough on a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  for (const socket of sockets) socket.destroy();
  silentServer.close();
  await gateway.close();
});

it('for an unknown order the snippet contains the element without a list', async () => {
  const { body } = await renderSnippet({ order: 'B1' });
  expect(body).toBe('<pgw-checkout order="B1" lang="en" endpoint="/pgw"></pgw-checkout>');
});

function createChannel(values: { name: string; id?: number; isProviderHostChannel?: boolean }) {
  return { id: kilatPay, isProviderHostChannel: false, ...values };
}
