import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createGatewayClient } from '@pgw/client';
import type { StartResponse, StorefrontSession } from '@pgw/protocol';
import { storefrontSession } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { readAssetFiles } from '../../src/assets/asset-files.ts';
import type { Snippet, SnippetOptions } from '../../src/index.ts';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';
let shop: Shop;
afterEach(() => shop.close());

/** The snippet for order A1. */
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
  return again();
}

async function again(): Promise<Snippet> {
  // The page of the route above without its styles, so that a failure does not print them.
  const { head, body } = (await (await shop.fetch('/page')).json()) as Snippet;
  return { head, body: body.replace(/(<style[^>]*>).*?<\/style>/s, '$1…</style>') };
}

function sessionIn(body: string): StorefrontSession {
  const [, text = ''] = /<script type="application\/json" data-pgw-session>(.*?)<\/script>/s.exec(body) ?? [];
  return storefrontSession.parse(JSON.parse(text));
}

describe('the snippet of a page', () => {
  it('has the list as a form with radio buttons, which a browser can submit without scripts', async () => {
    const { body } = await renderSnippet();
    const [, list = ''] = /<template shadowrootmode="open">(.*)<\/template>/s.exec(body) ?? [];
    expect(list).toMatch(/<form [^>]*method="post" action="\/pgw\/start"/);
    expect(list).toMatch(/<input[^>]*type="radio"[^>]*name="channel" required[^>]*value="5"/s);
    expect(list).toContain('<input type="hidden" name="order" value="A1" />');
    expect(list).toContain('<input type="hidden" name="shownAmount" value="12890" />');
    expect(list).toContain('KilatPay');
    expect(list).toMatch(/Pay RM\s128\.90/);
  });

  it('lists the banks of a channel that was chosen on an earlier page, without the search where no script runs', async () => {
    const { body } = await renderSnippet({ channel: 2, attributes: { channels: '2' } });
    expect(body).toMatch(/name="bank" required[^>]*value="BSERI01"/s);
    expect(body).toContain('<input type="hidden" name="channel" value="2" />');
    expect(body).toMatch(/<noscript><style nonce="[^"]+">\.search\{display:none\}<\/style><\/noscript>/);
    expect(body).not.toContain('KilatPay</bdi>');
  });

  it.each([4711, 5])('lists all channels without banks for a channel that has none: %i', async (id) => {
    const { body } = await renderSnippet({ channel: id });
    expect(body).not.toContain('name="bank"');
    expect(body).toContain('KilatPay');
  });

  it('has the session that the element would request', async () => {
    const { body } = await renderSnippet();
    const fetchedSession = storefrontSession.parse(await (await shop.fetch('/pgw/session?order=A1')).json());
    expect({ ...sessionIn(body), serverTime: '' }).toEqual({ ...fetchedSession, serverTime: '' });
  });

  it('puts the nonce on every style and script, and the integrity on every script', async () => {
    const { head, body } = await renderSnippet();
    for (const tag of `${head}${body}`.match(/<(style|script|link rel="modulepreload")[^>]*>/g) ?? []) {
      if (!tag.includes('application/json')) expect(tag).toContain(`nonce="${nonce}"`);
    }
    const hashes = Object.values(readAssetFiles().manifest.files).map(({ integrity }) => integrity);
    const scripts = head.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(hashes).toContain(/integrity="([^"]+)"/.exec(script)?.[1]);
  });

  it('has script URLs that exist and change with the content', async () => {
    const { head } = await renderSnippet();
    for (const [, src = ''] of head.matchAll(/<script[^>]* src="([^"]+)"/g)) {
      expect(src).toMatch(/\?v=|-[\w-]{8,}\.mjs$/);
      expect((await shop.fetch(src)).status).toBe(200);
    }
  });

  it.each([
    ['wallets', [], [channel({ name: 'KilatPay' }), channel({ id: 6, name: 'PasarPay' })]],
    [
      'banks',
      ['banks'],
      [channel({ name: 'KilatPay' }), channel({ id: 6, name: 'FPX', isProviderHostChannel: true })],
    ],
  ])(
    'loads the bank picker beside the script only for a list with banks: %s',
    async (_kinds, parts, channels) => {
      const { head } = await renderSnippet({}, { channels });
      const { files } = readAssetFiles().manifest;
      expect(head.match(/<link rel="modulepreload"[^>]*>/g) ?? []).toEqual(
        parts.map(
          (name) =>
            `<link rel="modulepreload" href="/pgw/${files[name]?.path}" integrity="${files[name]?.integrity}" nonce="${nonce}" fetchpriority="low">`,
        ),
      );
    },
  );

  it('preconnects to the origin of the logos', async () => {
    const { head } = await renderSnippet();
    expect(head).toContain(`<link rel="preconnect" href="${shop.sandbox.url}">`);
  });

  it.each([
    ['ms', 'Bagaimana', 'ms'],
    ['zh-Hans-MY', '支付', 'zh-Hans'],
    ['ta', 'செலுத்த', 'ta'],
    ['fr', 'How would you like to pay?', 'en'],
  ])('speaks %s', async (lang, words, spoken) => {
    const { body } = await renderSnippet({ lang });
    expect(body).toContain(`lang="${lang}"`);
    expect(body).toContain(`<div class="pgw" lang="${spoken}"`);
    expect(body).toContain(words);
  });

  it('accepts further attributes, slots and content', async () => {
    const attributes = { summary: 'none', 'heading-level': '3', channels: '5', 'data-name': '"><script>' };
    const { body } = await renderSnippet({ attributes, content: '<p slot="before-pay">Terms</p>' });
    expect(body).toContain(
      'summary="none" heading-level="3" channels="5" data-name="&quot;&gt;&lt;script&gt;"',
    );
    expect(body).toMatch(/<p slot="before-pay">Terms<\/p><\/pgw-checkout>$/);
    expect(body).not.toContain('class="summary"');
    expect(body).toContain('aria-level="3"');
    // A single channel needs no choice: the form contains it.
    expect(body).toContain('<input type="hidden" name="channel" value="5" />');
    expect(body).not.toContain('PasarPay</bdi>');
  });

  it('escapes names', async () => {
    const hostile = '</script><script>alert(1)</script>"\'<b>&';
    const { body } = await renderSnippet({}, { merchant: hostile, channels: [channel({ name: hostile })] });
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<b>');
    expect(sessionIn(body).order.merchant).toBe(hostile);
  });

  it('shows an open payment first, and without scripts the list continues with it', async () => {
    await renderSnippet();
    const { payment } = (await (await shop.start()).json()) as StartResponse;
    const { head, body } = await again();
    expect(sessionIn(body).openPayment?.reference).toBe(payment.reference);
    expect(body).toMatch(/<noscript><div class="pgw"[^]*<\/noscript><\/template>/);
    expect(head).toContain('min-block-size:30rem');
    // The list comes first.
    expect(head).not.toContain('modulepreload');
  });
});

describe('a page does not wait for a gateway', () => {
  it('that cannot be reached: the element is rendered, and an event reports it', async () => {
    const { body, head } = await renderSnippet({}, { gatewayUrl: 'http://127.0.0.1:1' });
    expect(body).toBe('<pgw-checkout order="A1" lang="en" endpoint="/pgw"></pgw-checkout>');
    expect(head).toContain('min-block-size:30rem');
    // The list comes first.
    expect(head).not.toContain('modulepreload');
    expect(shop.events.map(({ event }) => event)).toContain('snippet-without-list');
  });

  it('that does not respond', async () => {
    const silent = createServer();
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // A server that listens on TCP has an AddressInfo.
    const { port } = silent.address() as AddressInfo;
    const { id: merchantId, secretKey, userName, password } = defaultTenant;
    const credentials = { userName, password };
    const baseUrl = `http://127.0.0.1:${port}`;
    const gateway = createGatewayClient({
      baseUrl,
      merchantId,
      secretKey,
      credentials,
      timeoutMs: 120_000,
    });
    const before = performance.now();
    const { body } = await renderSnippet({ timeoutMs: 0 }, { gateway });
    expect(body).not.toContain('<template');
    // Half of the client's timeout, which is enough on a busy machine.
    expect(performance.now() - before).toBeLessThan(60_000);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await gateway.close();
  });

  it('for an order that this visitor may not pay: the element shows it', async () => {
    const { body } = await renderSnippet({ order: 'B1' });
    expect(body).toBe('<pgw-checkout order="B1" lang="en" endpoint="/pgw"></pgw-checkout>');
  });
});

function channel(values: { name: string; id?: number; isProviderHostChannel?: boolean }) {
  return { id: 5, isProviderHostChannel: false, ...values };
}
