import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const remoteGateway = {
  PGW_BASE_URL: 'https://gateway.example',
  PGW_MERCHANT_ID: '7',
  PGW_SECRET_KEY: 'key',
  PGW_USER: 'user',
  PGW_PASSWORD: 'password',
  PGW_SHOP_OFFICE_CLERKS: '{"Ben": "a long enough one"}',
};

test('without environment variables, the shop uses port 3000 and the sandbox on this machine', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDirectory: '.pgw/shop',
    gateway: { baseUrl: 'http://127.0.0.1:4010', merchantId: '1001' },
  });
});

test('the public URL contains the port, unless PGW_SHOP_PUBLIC_URL is set', () => {
  expect(readSettings({ PGW_SHOP_PORT: '4000' }).publicUrl).toBe('http://127.0.0.1:4000');
  const env = {
    PGW_SHOP_PUBLIC_URL: 'https://shop.example/',
    PGW_SHOP_OFFICE_CLERKS: '{"Ben": "a long enough one"}',
  };
  expect(readSettings(env).publicUrl).toBe('https://shop.example');
});

test('by default, the shop has a card form only in the demo, and PGW_SHOP_CARDS overrides this default', () => {
  expect(readSettings({}).cardMode).toBe('full');
  expect(readSettings({ PGW_SHOP_CARDS: 'off' }).cardMode).toBe('off');
  expect(readSettings({ PGW_SHOP_CARDS: 'pre-auth' })).toMatchObject({
    cardMode: 'pre-auth',
    isSandbox: true,
  });
  expect(readSettings(remoteGateway)).toMatchObject({ cardMode: 'off', isSandbox: false });
  expect(readSettings({ ...remoteGateway, PGW_SHOP_CARDS: 'full' }).cardMode).toBe('full');
  expect(() => readSettings({ PGW_SHOP_CARDS: 'yes' })).toThrow(
    /PGW_SHOP_CARDS must be full, pre-auth or off/,
  );
});

test('an empty variable is treated as not set', () => {
  expect(readSettings({ PGW_SHOP_PORT: '', PGW_BASE_URL: '' }).port).toBe(3000);
});

test('the credentials of the sandbox are the default only for a gateway on this machine', () => {
  expect(() => readSettings({ PGW_BASE_URL: 'https://gateway.example' })).toThrow(
    /PGW_MERCHANT_ID must be set.*PGW_SECRET_KEY must be set.*PGW_USER must be set.*PGW_PASSWORD must be set/,
  );
  expect(readSettings(remoteGateway).gateway.secretKey).toBe('key');
});

test.each([
  [{ PGW_SHOP_PORT: '70000' }, /PGW_SHOP_PORT must be a port number from 1 to 65535/],
  [{ PGW_SHOP_PORT: 'http' }, /PGW_SHOP_PORT must be a port number/],
  [{ PGW_SHOP_PUBLIC_URL: 'shop.example' }, /PGW_SHOP_PUBLIC_URL must be an http or https URL/],
  [
    { PGW_SHOP_PUBLIC_URL: 'https://shop.example/store' },
    /PGW_SHOP_PUBLIC_URL must have no path: the links of the shop start at \//,
  ],
  [{ PGW_BASE_URL: 'ftp://127.0.0.1' }, /PGW_BASE_URL must be an http or https URL/],
  [{ PGW_SHOP_DATABASE_URL: 'mysql://127.0.0.1/shop' }, /PGW_SHOP_DATABASE_URL must be a URL of PostgreSQL/],
])('the settings %j are rejected with the name of the variable and the expected value', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

test('an error message never contains a secret', () => {
  const env = {
    ...remoteGateway,
    PGW_SECRET_KEY: 'do-not-print',
    PGW_SHOP_DATABASE_URL: 'mysql://clerk:do-not-print@db.example/shop',
    PGW_SHOP_PORT: '0',
  };
  expect(() => readSettings(env)).toThrow(expect.not.stringContaining('do-not-print') as Error);
});

test('the demo password of the back office is valid only if the shop and the gateway are on this machine', () => {
  const clerks = [{ name: 'Aina', password: 'rimba-office' }];
  expect(readSettings({}).office).toEqual({ clerks, isDemo: true });
  const withoutClerks = { ...remoteGateway, PGW_SHOP_OFFICE_CLERKS: '' };
  expect(() => readSettings(withoutClerks)).toThrow(/PGW_SHOP_OFFICE_CLERKS must be set/);
  expect(() => readSettings({ PGW_SHOP_PUBLIC_URL: 'https://shop.example' })).toThrow(
    /PGW_SHOP_OFFICE_CLERKS must be/,
  );
  expect(readSettings(remoteGateway).office).toMatchObject({ isDemo: false });
});

test.each([
  ['{"Aina": "a long enough one", "Ben": "elevenchars"}', /at least 12 characters/],
  ['{"Aina": "rimba-office"}', /must not have the password of the demo/],
  ['a long enough one', /must be JSON with a password for each name/],
  ['["a long enough one"]', /must be JSON with a password for each name/],
  ['{}', /must be JSON with a password for each name/],
])('with a gateway on another machine, the clerks %s of the back office are rejected', (clerks, message) => {
  expect(() => readSettings({ ...remoteGateway, PGW_SHOP_OFFICE_CLERKS: clerks })).toThrow(message);
});

test('an error about the clerks of the back office contains no password', () => {
  const env = { ...remoteGateway, PGW_SHOP_OFFICE_CLERKS: '{"Aina": "do-not-print' };
  expect(() => readSettings(env)).toThrow(expect.not.stringContaining('do-not-print') as Error);
});
