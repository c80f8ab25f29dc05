import { expect, test } from 'vitest';
import { hasAccounts, createCardOptions } from '../../src/cards.ts';
import { setUpShop } from '../set-up-shop.ts';

const shop = setUpShop();

test('a button signs in to a demo account, and every page shows the account', async () => {
  const visitor = shop.createVisitor();
  expect((await visitor.get('/beans')).text).toContain('>Sign in</span');
  expect((await visitor.get('/account')).text).toContain('without a password');
  const signedIn = await visitor.post('/account', { account: 'aisyah' });
  expect(signedIn).toMatchObject({ status: 303, location: '/account' });
  expect(signedIn.headers.getSetCookie().join()).toMatch(/^rimba_account=aisyah;.*HttpOnly; SameSite=Lax/);
  expect((await visitor.get('/beans')).text).toContain('>Aisyah Rahman</span');
  await visitor.post('/account', { account: '' });
  expect((await visitor.get('/beans')).text).toContain('>Sign in</span');
});

test('after a sign-in, the shopper returns to the checkout of an order, and any other URL is replaced by the account page', async () => {
  const visitor = shop.createVisitor();
  const response = await visitor.post('/account', { account: 'daniel', next: '/checkout/RC-10482' });
  expect(response.location).toBe('/checkout/RC-10482');
  for (const next of ['https://evil.example/', '//evil.example', '/checkout/../x', '/office'])
    expect((await visitor.post('/account', { account: 'daniel', next })).location).toBe('/account');
  const page = (await visitor.get('/account?next=%22%3E%3Cscript%3E')).text;
  expect(page).not.toContain('name="next"');
});

test('over https the account cookie has the prefix __Host-, and a cookie without the prefix is ignored', async () => {
  const https = { 'x-forwarded-proto': 'https' };
  const visitor = shop.createVisitor();
  const { headers } = await visitor.post('/account', { account: 'aisyah' }, https);
  expect(headers.getSetCookie().join()).toMatch(
    /^__Host-rimba_account=aisyah;.* Path=\/;.* HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await visitor.send('/beans', { headers: https })).text).toContain('>Aisyah Rahman<');
  const cookieWithoutPrefix = { ...https, cookie: 'rimba_account=aisyah' };
  expect((await shop.createVisitor().send('/beans', { headers: cookieWithoutPrefix })).text).toContain(
    '>Sign in<',
  );
});

test('after a sign-in to an unknown account, the visitor is a guest', async () => {
  const visitor = shop.createVisitor();
  await visitor.post('/account', { account: 'root' });
  expect((await visitor.get('/beans')).text).toContain('>Sign in</span');
});

test('the account page lists masked cards, and only their customer can delete them', async () => {
  const card = { id: 'card-1', brand: 'visa', last4: '0002', expiry: '11/39' } as const;
  shop.savedCards.set('aisyah', [card, { ...card, id: 'card-2', last4: '1117', expiry: null }]);
  const [aisyah, daniel] = [shop.createVisitor(), shop.createVisitor()];
  await aisyah.post('/account', { account: 'aisyah' });
  await daniel.post('/account', { account: 'daniel' });
  expect((await aisyah.get('/account')).text).toContain('Visa ending in 0002');
  expect((await daniel.get('/account')).text).not.toContain('0002');
  await daniel.post('/account/forget', { card: 'card-1' });
  await shop.createVisitor().post('/account/forget', { card: 'card-1' });
  expect(shop.savedCards.get('aisyah')).toHaveLength(2);
  expect((await aisyah.post('/account/forget', { card: 'card-1' })).location).toBe('/account');
  const { text } = await aisyah.get('/account');
  expect(text).not.toContain('0002');
  expect(text).toContain('1117');
});

test('the customer of a saved card is the demo account in the cookie', () => {
  const { cards } = createCardOptions({ cardMode: 'pre-auth', isSandbox: true });
  expect(cards).toMatchObject({ authType: 'pre-auth' });
  const findCustomer = (cookie: string): unknown =>
    cards?.resolveCustomer?.({ headers: { cookie } } as never);
  expect(findCustomer('rimba_visitor=x; rimba_account=daniel')).toBe('daniel');
  expect(findCustomer('rimba_account=root')).toBeNull();
});

test('with a gateway that is not a sandbox, there are no test cards and no demo accounts', () => {
  const remoteGateway = { cardMode: 'full', isSandbox: false } as const;
  expect(Object.keys(createCardOptions(remoteGateway).cards ?? {})).toStrictEqual([
    'authType',
    'resolveVisitor',
  ]);
  expect(hasAccounts(remoteGateway)).toBe(false);
  expect(createCardOptions({ cardMode: 'off', isSandbox: true })).toStrictEqual({});
});

test('with a sandbox, every page begins with the notice that no real money moves', async () => {
  for (const path of ['/', '/bag', '/orders', '/account', '/nothing']) {
    const { text } = await shop.createVisitor().get(path);
    expect(text).toMatch(/<body>\s*<aside class="sandbox-strip"/);
    expect(text).toContain('No real money moves.');
  }
});
