import { expect, onTestFinished, test } from 'vitest';
import { credentials, openOffice, password } from '../../../../packages/office/test/open-office.ts';
import { setUpOffice } from '../../../../packages/office/test/set-up-office.ts';

const office = setUpOffice();

/** Opens another office with these settings for one test. */
async function openOfficeWith(settings: Record<string, string>) {
  const configuredOffice = await openOffice(settings);
  onTestFinished(() => configuredOffice.close());
  return configuredOffice;
}

const pages = [
  '',
  '/orders/RC-10482',
  '/attention',
  '/payouts',
  '/payouts/new',
  '/wallets',
  '/wallets/3001',
  '/nowhere',
];

test.each(pages)('without a session, /office%s redirects to the sign-in page', async (path) => {
  const response = await office.createVisitor().get(`/office${path}`);
  expect(response.status).toBe(303);
  expect(response.location).toMatch(/^\/office\/sign-in/);
});

test('a refund form that is posted without a session refunds nothing and redirects to the sign-in page', async () => {
  const payment = await office.createPaidPayment();
  const visitor = office.createVisitor();
  const refund = { key: 'refund-key-1', how: 'all', reason: 'Torn bag' };
  const response = await visitor.post(`/office/payments/${payment.reference}/refund`, refund);
  expect(response).toMatchObject({ status: 303, location: '/office/sign-in' });
  expect(office.sandbox.listRefunds()).toEqual([]);
});

test('after the sign-in, the requested page opens', async () => {
  const visitor = office.createVisitor();
  expect((await visitor.get('/office/payouts')).location).toBe('/office/sign-in?to=%2Foffice%2Fpayouts');
  const signInPage = await visitor.get('/office/sign-in?to=%2Foffice%2Fpayouts');
  expect(signInPage.text).toContain('value="/office/payouts"');
  const response = await visitor.post('/office/sign-in', { ...credentials, to: '/office/payouts' });
  expect(response).toMatchObject({ status: 303, location: '/office/payouts' });
  expect(response.headers.get('set-cookie')).toMatch(
    /^office_session=[\w%.-]{43,}; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
  );
  expect((await visitor.get('/office/payouts')).status).toBe(200);
});

test('over https the session cookie has the prefix __Host-, so a subdomain cannot set it', async () => {
  const publicOffice = await openOfficeWith({
    PGW_SHOP_PUBLIC_URL: 'https://shop.example',
    PGW_SHOP_OFFICE_CLERKS: '{"Ben": "a long enough one"}',
  });
  const headers = { origin: 'https://shop.example', 'x-forwarded-proto': 'https' };
  const form = { name: 'Ben', password: 'a long enough one', to: '/office' };
  const response = await publicOffice.createVisitor().post('/office/sign-in', form, headers);
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-office_session=[\w%.-]{43,}; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/office.evil',
  '/orders',
  'javascript:x',
])(
  'after a sign-in that requests %s, the browser is redirected to the start page of the back office',
  async (to) => {
    expect((await office.createVisitor().post('/office/sign-in', { ...credentials, to })).location).toBe(
      '/office',
    );
  },
);

test('a wrong password starts no session, and the page does not repeat it', async () => {
  const visitor = office.createVisitor();
  const response = await visitor.post('/office/sign-in', { name: 'Aina', password: 'guess-<b>' });
  expect(response.status).toBe(401);
  expect(response.text).toContain('Wrong name or password. Try again.');
  expect(response.text).not.toContain('guess-');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect((await visitor.get('/office')).status).toBe(303);
});

test('after five wrong passwords at the same time, the address cannot sign in for 15 minutes, even with the right password', async () => {
  const attempt = (submitted: string) =>
    office.createVisitor().post('/office/sign-in', { name: 'Aina', password: submitted });
  await Promise.all(Array.from({ length: 5 }, () => attempt('wrong')));
  const blocked = await attempt(password);
  expect(blocked.status).toBe(429);
  const retryAfterMinutes = Number(blocked.headers.get('retry-after')) / 60;
  expect(Math.ceil(retryAfterMinutes)).toBe(15);
  expect(blocked.text).toContain('Too many wrong passwords. Try again in 15 minutes.');
});

test('behind a proxy, wrong passwords are counted for the /64 network of an IPv6 address and for a whole IPv4 address', async () => {
  const attempt = (address: string) =>
    office
      .createVisitor()
      .post('/office/sign-in', { name: 'Aina', password: 'wrong' }, { 'x-forwarded-for': address });
  for (const host of [1, 2, 3, 4, 5]) expect((await attempt(`2001:db8:1:1::${host}`)).status).toBe(401);
  expect((await attempt('2001:db8:1:1:ffff::6')).status).toBe(429);
  expect((await attempt('2001:db8:1:2::1')).status).toBe(401);
  expect((await attempt('203.0.113.7')).status).toBe(401);
});

test('behind a proxy that adds ports, wrong passwords are counted for the address', async () => {
  const attempt = (address: string) =>
    office
      .createVisitor()
      .post('/office/sign-in', { name: 'Aina', password: 'wrong' }, { 'x-forwarded-for': address });
  const forms = [
    '203.0.113.7:1001',
    '203.0.113.7:1002',
    '"203.0.113.7:3"',
    '::ffff:203.0.113.7',
    '203.0.113.7',
  ];
  for (const form of forms) expect((await attempt(form)).status, form).toBe(401);
  expect((await attempt('203.0.113.7:1006')).status).toBe(429);
  expect((await attempt('203.0.113.8:1006')).status).toBe(401);
});

test('wrong passwords with a forged X-Forwarded-For in each request are limited for the connection address', async () => {
  const attempt = (host: number) =>
    office
      .createVisitor()
      .post(
        '/office/sign-in',
        { ...credentials, password: 'wrong' },
        { 'x-forwarded-for': `203.0.113.${host}` },
      );
  const statuses: number[] = [];
  for (let host = 1; host <= 51; host++) statuses.push((await attempt(host)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.at(-1)).toBe(429);
});

test.each([
  [{ name: 'Ben', password }, 'another name'],
  [{ name: '', password }, 'no name'],
  [{ name: 'Aina', password: '' }, 'no password'],
])('a sign-in with %j is refused: %s', async (form) => {
  expect((await office.createVisitor().post('/office/sign-in', form)).status).toBe(401);
});

test('sign-ins with the right password are not limited', async () => {
  for (let count = 0; count < 7; count++) await office.signIn();
  expect((await (await office.signIn()).get('/office')).status).toBe(200);
});

test('signing out deletes the session on the server', async () => {
  expect(office.database.prepare('SELECT count(*) AS open FROM back_office_sessions').get()).toEqual({
    open: 1,
  });
  expect((await office.clerk.post('/office/sign-out', {})).location).toBe('/office/sign-in');
  expect(office.database.prepare('SELECT count(*) AS open FROM back_office_sessions').get()).toEqual({
    open: 0,
  });
});

test('a session ends after eight hours', async () => {
  office.clock.aheadMs = 8 * 60 * 60 * 1000 - 60_000;
  expect((await office.clerk.get('/office')).status).toBe(200);
  office.clock.aheadMs += 61_000;
  expect((await office.clerk.get('/office')).status).toBe(303);
});

test('the database does not contain the session id', async () => {
  const response = await office.createVisitor().post('/office/sign-in', credentials);
  const id = /office_session=s%3A([^;.]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const rows = office.database.prepare('SELECT id_hash, data FROM back_office_sessions').all();
  expect(id).not.toBe('');
  expect(JSON.stringify(rows)).not.toContain(id);
});

test('a form that another site posts is rejected, also with a session', async () => {
  const forged = { origin: 'https://evil.example' };
  for (const path of ['/office/payouts', '/office/sign-out', '/office/reconcile', '/office/sign-in']) {
    expect((await office.clerk.post(path, credentials, forged)).status, path).toBe(403);
  }
  expect((await office.clerk.get('/office')).status).toBe(200);
});

test.each(['cross-site', 'same-site'])(
  'a form with Sec-Fetch-Site: %s is rejected, also with the Origin of the shop',
  async (site) => {
    const headers = { 'sec-fetch-site': site, origin: office.url };
    expect((await office.clerk.post('/office/sign-out', {}, headers)).status).toBe(403);
    expect((await office.clerk.get('/office')).status).toBe(200);
  },
);

test('a form of the shop’s own page is accepted', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', origin: office.url };
  expect((await office.clerk.post('/office/sign-out', {}, headers)).status).toBe(303);
});

test('a link from the gateway’s site opens a page that reloads itself, so that the browser sends the cookie', async () => {
  const visitor = office.createVisitor();
  const fromGateway = { headers: { 'sec-fetch-site': 'cross-site' } };
  const { status, text } = await visitor.send('/office/payouts/RC-PO-1', fromGateway);
  expect(status).toBe(200);
  expect(text).toContain('<meta http-equiv="refresh" content="0" />');
});

test('the sign-in page shows the password only in the demo', async () => {
  expect((await office.createVisitor().get('/office/sign-in')).text).toContain(`<code>${password}</code>`);
  const otherOffice = await openOfficeWith({ PGW_SHOP_OFFICE_CLERKS: '{"Ben": "another password"}' });
  const { text } = await otherOffice.createVisitor().get('/office/sign-in');
  expect(text).not.toContain('another password');
  expect(text).not.toContain('demo on your own machine');
});
