import { createHmac } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { createTokens } from '../src/http/forms.ts';
import { createMessageCookie, readMessage } from '../src/http/messages.ts';
import { createOffice } from '../src/index.ts';
import { verbs } from '../src/options.ts';
import { routes } from '../src/http/routes.ts';
import { openOffice } from './open-office.ts';
import { sendAs } from './send-as.ts';
import { setUpOffice } from './set-up-office.ts';

const office = setUpOffice();
const refund = { key: 'a-forged-refund', how: 'all', reason: 'x', step: 'confirmed', sum: '8200' };

describe('a form of another site is refused', () => {
  const own = () => ({ 'sec-fetch-site': 'same-origin', origin: office.url });
  const cases: readonly (readonly [string, () => Record<string, string>, Record<string, string>])[] = [
    ['with its Origin', () => ({ origin: 'https://evil.example' }), {}],
    ['with Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site', origin: office.url }), {}],
    ['with Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site', origin: office.url }), {}],
    ['with the origin null', () => ({ origin: 'null' }), {}],
    ['without both headers', () => ({}), {}],
    ['with forged headers and no token', own, { token: '' }],
    [
      'with forged headers and an invented token',
      own,
      { token: createHmac('sha256', 'x').digest('base64url') },
    ],
  ];
  it.each(cases)('%s', async (_name, headers, form) => {
    const { reference } = await office.createPaidPayment();
    const response = await office.clerk.post(
      `/office/payments/${reference}/refund`,
      { ...refund, ...form },
      headers(),
    );
    expect(response.status).toBe(403);
    expect(office.sandbox.listRefunds()).toEqual([]);
  });
});

test('the token of one form is refused for another form, and that of another clerk too', async () => {
  const { reference } = await office.createPaidPayment();
  const page = (await office.clerk.get(`/office/payments/${reference}`)).location;
  const { text } = await office.clerk.get(page);
  const token = /\/sync"><input type="hidden" name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  expect((await office.clerk.post(`/office/payments/${reference}/sync`, { token })).status).toBe(303);
  expect((await office.clerk.post(`/office/payments/${reference}/refund`, { ...refund, token })).status).toBe(
    403,
  );
  const path = `/office/payments/${reference}/sync`;
  const [ofAina, ofBen] = await Promise.all(
    ['Aina', 'Ben'].map(async (clerk) => {
      const tokens = await createTokens(office.checkout.operator, undefined, clerk);
      return tokens.create('form', path);
    }),
  );
  expect(ofAina).toBe(token);
  expect((await office.clerk.post(path, { token: ofBen ?? '' })).status).toBe(403);
});

describe('a clerk without the permission of a route', () => {
  it('gets 403 for each route', async () => {
    const { reference, orderId } = await office.startPayment();
    for (const { method, path, verb } of routes) {
      const clerk = { id: '7', name: 'Aina', may: verbs.filter((name) => name !== verb) };
      const filled = path.replace(':reference', reference).replace(/:id|:key/, orderId);
      const { status, text } = await sendAs(office.checkout, clerk, { method, path: filled });
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(text).toContain('<h1>Not allowed</h1>');
    }
  });

  it('sees no form of a refund or a decision', async () => {
    const { orderId } = await office.createPaidPayment();
    const clerk = { id: '7', name: 'Aina', may: ['view'] as const };
    const { text } = await sendAs(office.checkout, clerk, { method: 'GET', path: `/orders/${orderId}` });
    expect(text).toContain('Refresh status');
    expect(text).not.toContain('Refund…');
    expect((await sendAs(office.checkout, clerk, { method: 'GET', path: '/payouts' })).text).not.toContain(
      'New payout',
    );
  });
});

test('without a clerk, each page is refused, and the redirect to the sign-in stays on the shop', async () => {
  for (const { path } of routes)
    expect((await sendAs(office.checkout, undefined, { method: 'GET', path })).status).toBe(401);
  const options = { signInPath: '/sign-in' };
  const paths = [
    '/',
    '//evil.example/x',
    '/\\evil.example',
    '/orders/%2F%2Fevil.example',
    '/%0d%0aSet-Cookie:x',
  ];
  for (const path of paths) {
    const { status, location } = await sendAs(office.checkout, undefined, { method: 'GET', path, options });
    if (status === 303) expect(location).toMatch(/^\/sign-in\?to=%2Foffice[^\s]*$/);
    else expect(status).toBe(400);
  }
});

test('an office without the function `clerk` does not start', () => {
  // A program in JavaScript can leave it out.
  const create = () => createOffice(office.checkout, {} as never);
  expect(create).toThrow('createOffice: clerk is missing. Pass a function of the request');
});

test('a challenge that would add another header is refused', () => {
  const create = () =>
    createOffice(office.checkout, { clerk: () => undefined, challenge: 'Basic\r\nSet-Cookie: x' });
  expect(create).toThrow('createOffice: challenge must be the value of a header');
});

test('hostile names and links of the shop are text on each page', async () => {
  const { orderId } = await office.createPaidPayment();
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
  const options = {
    describeOrders: () => [
      {
        id: orderId,
        name: hostile,
        email: hostile,
        items: [hostile],
        warning: hostile,
        link: 'javascript:alert(3)',
      },
    ],
  };
  const clerk = { id: '7', name: hostile, may: verbs };
  for (const path of [
    '/',
    `/orders/${orderId}`,
    '/?q=%22%3E%3Cscript%3E',
    '/approvals',
    '/attention',
    '/reconcile',
  ]) {
    const { status, text } = await sendAs(office.checkout, clerk, { method: 'GET', path, options });
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toMatch(/<script>|<img src=x|href="javascript/);
  }
});

test('a link or a forged cookie cannot make a page show a message', async () => {
  const text = 'Pay the refund to this account';
  for (const path of ['', '/attention', '/reconcile', '/payouts', '/wallets', '/sign-in']) {
    const query = new URLSearchParams(['message', 'error', 'notice', 'section'].map((name) => [name, text]));
    const page = await office.clerk.get(`/office${path}?${query.toString()}`);
    expect([path, page.text.includes(text)]).toEqual([path, false]);
  }
  const tokens = await createTokens(office.checkout.operator, undefined, 'Aina');
  const ofBen = await createTokens(office.checkout.operator, undefined, 'Ben');
  const create = (by: typeof tokens) =>
    createMessageCookie(by, '/office', { tone: 'danger', text }, '/office');
  expect(readMessage(tokens, create(tokens), '/office')).toMatchObject({ text });
  for (const cookie of [create(ofBen), create(tokens).replace('=', '=e'), `office_message=${text}.x`])
    expect(readMessage(tokens, cookie, '/office')).toBeUndefined();
  expect(readMessage(tokens, create(tokens), '/office/payouts')).toBeUndefined();
});

test('above the sum, another clerk approves the refund, and the first clerk cannot', async () => {
  const clerks = JSON.stringify({ Aina: 'rimba-office', Ben: 'rimba-office-2' });
  const own = await openOffice({ PGW_SHOP_OFFICE_CLERKS: clerks }, { secondClerkAbove: 5000 });
  try {
    const [aina, ben] = [await own.signIn(), await own.signIn({ name: 'Ben', password: 'rimba-office-2' })];
    const { reference, orderId } = await own.createPaidPayment();
    const path = `/office/payments/${reference}/refund`;
    const small = {
      key: 'a-small-refund',
      how: 'part',
      amount: '10',
      reason: 'Torn',
      step: 'confirmed',
      sum: '1000',
    };
    await aina.post(path, small);
    expect(own.sandbox.listRefunds()).toHaveLength(1);
    // Parts of a refund count together.
    const rest = {
      key: 'the-rest-of-it',
      how: 'part',
      amount: '45',
      reason: 'Torn',
      step: 'confirmed',
      sum: '4500',
    };
    const requested = await aina.post(path, rest);
    expect((await aina.get(requested.location)).text).toContain('waits for the approval');
    const payout = {
      key: 'a-large-payout',
      method: 'bank',
      bank: 'BSERI01',
      name: 'Kedai Biji',
      account: '1234567890',
    };
    await aina.post('/office/payouts', { ...payout, amount: '60', isLocal: 'yes', step: 'confirmed' });
    const { text: approvals } = await ben.get('/office/approvals');
    // The second clerk sees what it is for, without the whole number and name.
    for (const part of ['Torn', 'K•••• B•••• · ••••7890 · BSERI01']) expect(approvals).toContain(part);
    expect(approvals).not.toMatch(/1234567890|Kedai/);
    expect(own.sandbox.listRefunds()).toHaveLength(1);
    const approve = '/office/approvals/the-rest-of-it/approve';
    expect((await aina.get((await aina.post(approve, {})).location)).text).toContain('another person must');
    expect(own.sandbox.listRefunds()).toHaveLength(1);
    await Promise.all([ben.post(approve, {}), ben.post(approve, {})]);
    expect(own.sandbox.listRefunds()).toHaveLength(2);
    const { text } = await ben.get(`/office/orders/${orderId}`);
    expect(text).toContain('Aina, approved by Ben: A refund of MYR 45.00');
  } finally {
    await own.close();
  }
});

test('accounts and clerks whose ids contain spaces never share a key', async () => {
  const names: string[] = [];
  const derive = (name: string): Promise<string> => Promise.resolve(String(names.push(name)));
  await createTokens({ secrets: { derive } }, 'north shop', 'Aina');
  await createTokens({ secrets: { derive } }, 'north', 'shop Aina');
  await createTokens({ secrets: { derive } }, undefined, 'north shop Aina');
  expect(new Set(names).size).toBe(3);
});
