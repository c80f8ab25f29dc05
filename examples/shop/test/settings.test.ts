import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const remote = {
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_MERCHANT_ID: '7',
  GATEWAY_SECRET_KEY: 'key',
  GATEWAY_USER: 'user',
  GATEWAY_PASSWORD: 'password',
  SHOP_OFFICE_PASSWORD: 'a long enough one',
};

test('without settings the shop serves port 3000 and asks the sandbox of this machine', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDirectory: '.pgw/shop',
    gateway: { baseUrl: 'http://127.0.0.1:4010', merchantId: '1001' },
  });
});

test('the public address follows the port unless it is given', () => {
  expect(readSettings({ SHOP_PORT: '4000' }).publicUrl).toBe('http://127.0.0.1:4000');
  const settings = { SHOP_PUBLIC_URL: 'https://shop.example/', SHOP_OFFICE_PASSWORD: 'a long enough one' };
  expect(readSettings(settings).publicUrl).toBe('https://shop.example');
});

test('cards are typed into the gateway’s page, unless a variable or the demo says otherwise', () => {
  expect(readSettings({}).cards).toBe('full');
  expect(readSettings({ SHOP_CARDS: 'off' }).cards).toBe('off');
  expect(readSettings({ SHOP_CARDS: 'pre-auth' })).toMatchObject({ cards: 'pre-auth', isSandbox: true });
  expect(readSettings(remote)).toMatchObject({ cards: 'off', isSandbox: false });
  expect(readSettings({ ...remote, SHOP_CARDS: 'full' }).cards).toBe('full');
  expect(() => readSettings({ SHOP_CARDS: 'yes' })).toThrow(/SHOP_CARDS must be full, pre-auth or off/);
});

test('an empty variable counts as unset', () => {
  expect(readSettings({ SHOP_PORT: '', GATEWAY_URL: '' }).port).toBe(3000);
});

test('the demo values open nothing but a sandbox on this machine', () => {
  expect(() => readSettings({ GATEWAY_URL: 'https://gateway.example' })).toThrow(
    /GATEWAY_MERCHANT_ID must be set.*GATEWAY_SECRET_KEY must be set.*GATEWAY_USER must be set.*GATEWAY_PASSWORD must be set/,
  );
  expect(readSettings(remote).gateway.secretKey).toBe('key');
});

test.each([
  [{ SHOP_PORT: '70000' }, /SHOP_PORT must be a port number from 1 to 65535/],
  [{ SHOP_PORT: 'http' }, /SHOP_PORT must be a port number/],
  [{ SHOP_PUBLIC_URL: 'shop.example' }, /SHOP_PUBLIC_URL must be an http or https address/],
  [
    { SHOP_PUBLIC_URL: 'https://shop.example/store' },
    /SHOP_PUBLIC_URL must have no path: the links of the shop start at \//,
  ],
  [{ GATEWAY_URL: 'ftp://127.0.0.1' }, /GATEWAY_URL must be an http or https address/],
])('%j is refused with the name of the variable and what is expected', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

test('a message never repeats a secret', () => {
  const wrong = { ...remote, GATEWAY_SECRET_KEY: 'do-not-print', SHOP_PORT: '0' };
  expect(() => readSettings(wrong)).toThrow(expect.not.stringContaining('do-not-print') as Error);
});

test('the office’s demo password serves only where shop and gateway are on this machine', () => {
  expect(readSettings({}).office).toEqual({ password: 'rimba-office', isDemo: true, environment: 'staging' });
  const missing = { ...remote, SHOP_OFFICE_PASSWORD: '' };
  expect(() => readSettings(missing)).toThrow(/SHOP_OFFICE_PASSWORD must be set/);
  expect(() => readSettings({ SHOP_PUBLIC_URL: 'https://shop.example' })).toThrow(
    /SHOP_OFFICE_PASSWORD must be/,
  );
  expect(readSettings(remote).office).toMatchObject({ isDemo: false, environment: 'production' });
});

test.each([
  ['elevenchars', /at least 12 characters/],
  ['rimba-office', /must not be the password of the demo/],
])('beside a gateway elsewhere the office’s password may not be %s', (password, message) => {
  expect(() => readSettings({ ...remote, SHOP_OFFICE_PASSWORD: password })).toThrow(message);
});
