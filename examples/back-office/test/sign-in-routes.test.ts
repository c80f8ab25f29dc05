import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOffice, password, type OpenOffice } from './open-office.ts';

let office: OpenOffice;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

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

test.each(pages)('/office%s shows nothing without a session', async (path) => {
  const response = await office.person().get(`/office${path}`);
  expect(response.status).toBe(303);
  expect(response.to).toMatch(/^\/office\/sign-in/);
});

test('a form does nothing without a session', async () => {
  const payment = await office.paid();
  const stranger = office.person();
  const refund = { key: 'stranger-1', how: 'all', reason: 'Mine' };
  const response = await stranger.post(`/office/payments/${payment.reference}/refund`, refund);
  expect(response).toMatchObject({ status: 303, to: '/office/sign-in' });
  expect(office.sandbox.listRefunds()).toEqual([]);
});

test('the password opens the page that was asked for', async () => {
  const person = office.person();
  expect((await person.get('/office/payouts')).to).toBe('/office/sign-in?to=%2Foffice%2Fpayouts');
  const door = await person.get('/office/sign-in?to=%2Foffice%2Fpayouts');
  expect(door.text).toContain('value="/office/payouts"');
  const response = await person.post('/office/sign-in', { password, to: '/office/payouts' });
  expect(response).toMatchObject({ status: 303, to: '/office/payouts' });
  expect(response.headers.get('set-cookie')).toMatch(
    /^office_session=[\w%.-]{43,}; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
  );
  expect((await person.get('/office/payouts')).status).toBe(200);
});

test('over https the cookie of the session is __Host-, which no sub-domain can set', async () => {
  await office.close();
  office = await openOffice({
    PGW_SHOP_PUBLIC_URL: 'https://shop.example',
    PGW_SHOP_OFFICE_PASSWORD: 'a long enough one',
  });
  const headers = { origin: 'https://shop.example', 'x-forwarded-proto': 'https' };
  const form = { password: 'a long enough one', to: '/office' };
  const response = await office.person().post('/office/sign-in', form, headers);
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
])('the sign-in leads to the office, never to %s', async (to) => {
  expect((await office.person().post('/office/sign-in', { password, to })).to).toBe('/office');
});

test('a wrong password opens nothing and is not repeated on the page', async () => {
  const person = office.person();
  const response = await person.post('/office/sign-in', { password: 'guess-<b>' });
  expect(response.status).toBe(401);
  expect(response.text).toContain('Wrong password. Try again.');
  expect(response.text).not.toContain('guess-');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect((await person.get('/office')).status).toBe(303);
});

test('after five wrong passwords an address waits, with the right password too, also for attempts sent at the same time', async () => {
  const attempt = (tried: string) => office.person().post('/office/sign-in', { password: tried });
  await Promise.all(Array.from({ length: 5 }, () => attempt('wrong')));
  const blocked = await attempt(password);
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(blocked.text).toContain('Too many wrong passwords. Try again in 15 minutes.');
});

test('wrong passwords are counted by network: the /64 of an IPv6 address, behind a proxy', async () => {
  const attempt = (address: string) =>
    office.person().post('/office/sign-in', { password: 'wrong' }, { 'x-forwarded-for': address });
  for (const host of [1, 2, 3, 4, 5]) expect((await attempt(`2001:db8:1:1::${host}`)).status).toBe(401);
  expect((await attempt('2001:db8:1:1:ffff::6')).status).toBe(429);
  expect((await attempt('2001:db8:1:2::1')).status).toBe(401);
  expect((await attempt('203.0.113.7')).status).toBe(401);
});

test('signing in often with the right password is never limited', async () => {
  for (let time = 0; time < 7; time++) await office.signedIn();
  expect((await (await office.signedIn()).get('/office')).status).toBe(200);
});

test('signing out ends the session on the server, so a kept cookie opens nothing', async () => {
  const operator = await office.signedIn();
  expect(office.database.prepare('SELECT count(*) AS open FROM back_office_sessions').get()).toEqual({
    open: 1,
  });
  expect((await operator.post('/office/sign-out', {})).to).toBe('/office/sign-in');
  expect(office.database.prepare('SELECT count(*) AS open FROM back_office_sessions').get()).toEqual({
    open: 0,
  });
});

test('a session ends by itself after eight hours', async () => {
  const operator = await office.signedIn();
  office.clock.aheadMs = 8 * 60 * 60 * 1000 - 60_000;
  expect((await operator.get('/office')).status).toBe(200);
  office.clock.aheadMs += 61_000;
  expect((await operator.get('/office')).status).toBe(303);
});

test('the database holds nothing that opens a session', async () => {
  const response = await office.person().post('/office/sign-in', { password });
  const id = /office_session=s%3A([^;.]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const row = office.database.prepare('SELECT id_hash, data FROM back_office_sessions').get();
  expect(id).not.toBe('');
  expect(JSON.stringify(row)).not.toContain(id);
});

test('a form posted by another site is refused, with a session too', async () => {
  const operator = await office.signedIn();
  const forged = { origin: 'https://evil.example' };
  for (const path of [
    '/office/payouts',
    '/office/sign-out',
    '/office/attention/reconcile',
    '/office/sign-in',
  ]) {
    expect((await operator.post(path, { password }, forged)).status, path).toBe(403);
  }
  expect((await operator.get('/office')).status).toBe(200);
});

test('whoever comes back from the gateway’s site is asked for the page again by our own', async () => {
  const operator = office.person();
  const fromGateway = { headers: { 'sec-fetch-site': 'cross-site' } };
  const { status, text } = await operator.send('/office/payouts/RC-PO-1', fromGateway);
  expect(status).toBe(200);
  expect(text).toContain('<meta http-equiv="refresh" content="0" />');
});

test('the hint with the password is the demo’s alone', async () => {
  expect((await office.person().get('/office/sign-in')).text).toContain(`<code>${password}</code>`);
  await office.close();
  office = await openOffice({ PGW_SHOP_OFFICE_PASSWORD: 'another password' });
  const { text } = await office.person().get('/office/sign-in');
  expect(text).not.toContain('another password');
  expect(text).not.toContain('demo on your own machine');
});
