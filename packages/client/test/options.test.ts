import { PgwError } from '@pgw/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createGatewayClient, type GatewayClientOptions } from '../src/index.ts';

const validOptions: GatewayClientOptions = {
  baseUrl: 'https://gateway.example',
  merchantId: 1001,
  secretKey: 'key',
  credentials: 'token',
};

/** Returns the message of the error for options with these invalid entries. */
function getErrorMessage(invalid: Record<string, unknown>): string {
  try {
    createGatewayClient({ ...validOptions, ...invalid });
  } catch (error) {
    expect(error).toBeInstanceOf(PgwError);
    expect(error).toMatchObject({ code: 'invalid-configuration', retryable: false });
    return (error as PgwError).message;
  }
  throw new Error('The options were accepted.');
}

test('valid options are accepted', () => {
  expect(createGatewayClient(validOptions).profile.paths.queryPayment).toBe(
    '/api/services/app/PaymentGateway/Query',
  );
});

test.each<[string, unknown]>([
  ['baseUrl', undefined],
  ['baseUrl', ''],
  ['baseUrl', 'gateway.example'],
  ['baseUrl', 'http://gateway.example'],
  ['baseUrl', 'http://127.0.0.1.evil.example'],
  ['baseUrl', 'http://localhost.evil.example'],
  ['baseUrl', 'http://128.0.0.1'],
  ['baseUrl', 'ftp://gateway.example'],
  ['baseUrl', 'https://user:word@gateway.example'],
  ['baseUrl', 'https://gateway.example?x=1'],
  ['baseUrl', 'https://gateway.example#x'],
  ['merchantId', undefined],
  ['merchantId', ''],
  ['merchantId', 1.5],
  ['merchantId', 'a\r\nb'],
  ['secretKey', undefined],
  ['secretKey', ''],
  ['secretKey', ' key'],
  ['secretKey', 'key\n'],
  ['secretKey', 'k'],
  ['secretKey', []],
  ['credentials', undefined],
  ['credentials', ''],
  ['credentials', 'a\nb'],
  ['credentials', { userName: 'shop' }],
  ['credentials', { userName: 'shop', password: '' }],
  ['timeoutMs', 0],
  ['timeoutMs', '15s'],
  ['timeoutMs', 2 ** 31],
  ['maxResponseBytes', -1],
  ['transport', {}],
  ['transport', () => undefined],
  ['now', 5],
  ['onExchange', 'yes'],
])('the error for the option %s with the value %o names the option', (name, value) => {
  expect(getErrorMessage({ [name]: value })).toContain(name);
});

test.each<[string, Record<string, unknown>]>([
  ['secretKey.1', { secretKey: ['key', 'k'] }],
  ['secretKey.0', { secretKey: [5, 'key'] }],
  ['secretKey.0', { secretKey: [{ secret: 'old secret', acceptedUntil: 1 }] }],
  ['secretKey.1', { secretKey: ['new secret', { secret: 'old secret' }] }],
  ['secretKey.1', { secretKey: ['new secret', { secret: 'old secret', acceptedUntil: 'tomorrow' }] }],
  ['secretKey.1', { secretKey: ['new secret', { secret: 'k', acceptedUntil: 1 }] }],
  ['profile.paths.queryPayment', { profile: { paths: { queryPayment: 'no-slash' } } }],
  ['profile.paths.queryPayment', { profile: { paths: { queryPayment: '/slash/' } } }],
  ['profile.paths.queryPayment', { profile: { paths: { queryPayment: undefined } } }],
  ['profile.paths', { profile: { paths: { queryPaymnt: '/x' } } }],
  ['profile.headers.tenant', { profile: { headers: { tenant: 'a b' } } }],
  ['profile.tenant.property', { profile: { tenant: { property: 'yes' } } }],
  ['merchantId', { merchantId: 'shop', profile: { tenant: { property: true } } }],
  ['queryParametres', { profile: { queryParametres: {} } }],
  ['baseURL', { baseURL: 'https://gateway.example' }],
])('the error names the invalid entry %s of the options %j', (name, options) => {
  expect(getErrorMessage(options)).toContain(name);
});

test('an unknown environment is refused', () => {
  expect(getErrorMessage({ environment: 'test' })).toContain('environment must be staging or production');
});

test('one error names all invalid options', () => {
  const message = getErrorMessage({ baseUrl: 'x', secretKey: '', timeoutMs: 0 });
  for (const name of ['baseUrl', 'secretKey', 'timeoutMs']) expect(message).toContain(name);
});

test('an error about invalid options never quotes their values', () => {
  const message = getErrorMessage({
    baseUrl: 'https://u:hunter2@gateway.example',
    secretKey: { key: 'hunter3' },
    credentials: { userName: 'shop', password: 'hunter4', extra: 1 },
  });
  expect(message).not.toMatch(/hunter/);
});

test.each(['http://127.0.0.1:4010', 'http://127.8.9.10', 'http://[::1]:4010', 'http://localhost:4010'])(
  'http is accepted for the loopback host %s',
  (baseUrl) => {
    expect(() => createGatewayClient({ ...validOptions, baseUrl })).not.toThrow();
  },
);

test.each(['', '/', '//', '/\n'])('a base URL can end with %j', (end) => {
  const baseUrl = 'https://gateway.example:443/v2';
  expect(createGatewayClient({ ...validOptions, baseUrl: `${baseUrl}${end}` }).baseUrl).toBe(
    'https://gateway.example/v2',
  );
});

test('the error of an empty option names the byte order mark of a .env file', () => {
  process.env['\uFEFFPGW_BASE_URL'] = 'https://gateway.example';
  onTestFinished(() => void delete process.env['\uFEFFPGW_BASE_URL']);
  expect(getErrorMessage({ baseUrl: '' })).toContain('The .env file begins with a byte order mark');
});

test('the error of an empty base URL names the encoding of a .env file', () => {
  expect(getErrorMessage({ baseUrl: '' })).toContain('The file must be UTF-8, not UTF-16.');
});

test.each([
  ['http://127.0.0.1:4010', 'staging'],
  ['http://localhost:4010', 'staging'],
  ['https://staging.gateway.example', 'staging'],
  ['https://api-staging.gateway.example', 'staging'],
  ['https://sandbox.gateway.example', 'staging'],
  ['https://pay.test', 'staging'],
  ['https://gateway.example', 'production'],
  // No word of tests, but a part of one.
  ['https://latest.gateway.example', 'production'],
  ['https://contest.example', 'production'],
])('the environment of %s is %s, unless the option names it', (baseUrl, environment) => {
  expect(createGatewayClient({ ...validOptions, baseUrl }).environment).toBe(environment);
  const other = environment === 'staging' ? 'production' : 'staging';
  expect(createGatewayClient({ ...validOptions, baseUrl, environment: other }).environment).toBe(other);
});
