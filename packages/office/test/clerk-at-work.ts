import { expect } from 'vitest';

// What a clerk does in an office, by requests as a browser sends them.

/** What this file uses of a sandbox. */
interface GatewayOfShop {
  findPayment(reference: string): { readonly transactionNumber: string } | undefined;
  decide(transactionNumber: string, outcome: 'approve'): boolean;
  listRefunds(transactionNumber: string): readonly { readonly amount: number }[];
}

/** A shop with an order of RM 128.90. */
export interface ShopWithOffice {
  readonly url: string;
  readonly sandbox: GatewayOfShop;
  readonly order: string;
  /** Sends a request of the shopper. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request of a clerk who has signed in. Default: with the password of `clerkSettings`. */
  readonly sendAsClerk?: (path: string, init?: RequestInit) => Promise<Response>;
}

/** The clerk of `clerkSettings`, as a browser signs in. */
export const clerkOfShop = { username: 'Aina', password: 'a-password-of-the-test' };
/** The variable from which `clerks.ts` of docs/office.md reads the passwords. */
export const clerkSettings = { OFFICE_PASSWORDS: JSON.stringify({ Aina: clerkOfShop.password }) };
const signIn = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const signedIn = { authorization: signIn(`Aina:${clerkOfShop.password}`) };

/** Pays the order. Returns the reference of the payment and its transaction number. */
export async function payOrder({ sandbox, order, send }: ShopWithOffice, channelId: number) {
  const body = {
    order,
    channelId,
    shownAmount: 12_890,
    shownCurrencyCode: 'MYR',
    attempt: crypto.randomUUID(),
  };
  const headers = { 'content-type': 'application/json' };
  const started = await send('/pgw/payments', { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await started.text();
  const { payment } = JSON.parse(text) as { payment?: { reference: string } };
  const reference = payment?.reference ?? '';
  const transaction = sandbox.findPayment(reference)?.transactionNumber ?? '';
  expect(sandbox.decide(transaction, 'approve'), text).toBe(true);
  return { reference, transaction };
}

/** Finds the form of a page by its action, with its hidden fields. */
function readForm(page: string, action: RegExp) {
  const form =
    page.split('<form').find((part) => action.test(/action="([^"]*)"/.exec(part)?.[1] ?? '')) ?? '';
  const [content = ''] = form.split('</form>');
  const fields = [...content.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: /action="([^"]*)"/.exec(form)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  };
}

/**
 * Pays the order, finds it in the office by its sum, refunds a part of it, and reconciles a settlement file. Before, people without a
 * sign-in and forms of other sites are refused.
 */
export async function workAsClerk(shop: ShopWithOffice, channelId: number): Promise<void> {
  const { url, sandbox, order } = shop;
  const sendAsClerk =
    shop.sendAsClerk ??
    ((path: string, { headers, ...init }: RequestInit = {}) => {
      const ownHeaders = new Headers(headers);
      ownHeaders.set('authorization', signedIn.authorization);
      // On a busy machine, the server may close an idle connection while the next request is sent over it.
      ownHeaders.set('connection', 'close');
      return fetch(url + path, { ...init, headers: ownHeaders });
    });
  const get = async (path: string) => (await sendAsClerk(path)).text();
  const post = async (path: string, body: URLSearchParams | FormData, sender: Record<string, string>) => {
    const init = { method: 'POST', headers: sender, body, redirect: 'manual' } as const;
    const response = await sendAsClerk(path, init);
    return { status: response.status, text: await response.text() };
  };
  const { reference, transaction } = await payOrder(shop, channelId);
  if (shop.sendAsClerk === undefined) await refuseStrangers(url);

  const link = `/office/orders/${order}`;
  await expect.poll(() => get('/office?q=128.90')).toContain(`href="${link}"`);
  // The gateway sends a callback to the shop.
  await expect.poll(() => get(link)).toMatch(/action="[^"]*\/refund"/);
  const form = readForm(await get(link), /\/refund$/);
  const entered = { ...form.fields, how: 'part', amount: '12.50', reason: 'Torn bag' };
  const own = { 'sec-fetch-site': 'same-origin', origin: url };
  const question = await post(form.action, new URLSearchParams(entered), own);
  expect(question.text).toContain('<h1>Refund RM\u00a012.50?</h1>');
  const answer = readForm(question.text, /\/refund$/);
  const confirmed = new URLSearchParams({ ...answer.fields, step: 'confirmed' });
  for (const sender of otherSites) {
    const { status } = await post(answer.action, confirmed, sender);
    expect([sender, status]).toEqual([sender, 403]);
  }
  const forged = new URLSearchParams({ ...answer.fields, step: 'confirmed', token: 'x' });
  expect((await post(answer.action, forged, own)).status).toBe(403);
  expect(sandbox.listRefunds(transaction)).toEqual([]);
  // A browser without `Sec-Fetch-Site` sends the origin.
  expect((await post(answer.action, confirmed, { origin: url })).status).toBe(303);
  expect(sandbox.listRefunds(transaction)).toMatchObject([{ amount: 1250 }]);
  expect(await get(link)).toContain('Aina: A refund of MYR 12.50');

  const upload = readForm(await get('/office/reconcile'), /\/file$/);
  const body = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) body.set(name, value);
  const rows = [
    'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status',
    `${transaction},${reference},128.90,MYR,1`,
    // A file that is larger than the bodies that frameworks accept by default, as one of a busy day.
    ...Array.from({ length: 40_000 }, () => ' '.repeat(50)),
  ];
  body.set('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'settlement.csv');
  const compared = await post(upload.action, body, own);
  expect([compared.status, compared.text.includes('The file and the shop agree.')]).toEqual([200, true]);
}

/** The headers of requests that no page of the office sends. */
const otherSites: readonly Record<string, string>[] = [
  {},
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

/** Without a sign-in, or with a wrong one, the browser requests it from the clerk, and no page of the office is shown. */
async function refuseStrangers(url: string): Promise<void> {
  for (const authorization of ['', signIn('Aina:wrong'), signIn('constructor:'), 'Bearer x']) {
    const response = await fetch(`${url}/office`, { headers: authorization === '' ? {} : { authorization } });
    const text = await response.text();
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Office"',
    ]);
    expect(text).toContain('<h1>Sign in first</h1>');
    expect(text).not.toMatch(/128\.90|See the orders/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
}
