import { expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { optionsSchema } from '../../src/options/schema.ts';
import { parseSettings } from '../../src/options/settings.ts';
import { createTestClient, unreachableUrl } from '../shop.ts';

const gateway = createTestClient(unreachableUrl);
const validOptions = {
  gateway,
  publicUrl: 'https://shop.example',
  merchant: 'Rimba Coffee',
  resolveOrder: () => undefined,
  onPaid: () => undefined,
};

it('the callback URL and the return URL are built from publicUrl and mountPath', () => {
  expect(
    parseSettings({ ...validOptions, publicUrl: 'https://shop.example/store/', mountPath: '/pay/now' }),
  ).toMatchObject({
    callbackUrl: 'https://shop.example/store/pay/now/callback',
    returnUrl: 'https://shop.example/store/pay/now/return',
  });
});

it.each([
  'https://shop.example ',
  'https://shop.example/?',
  'https://SHOP.example:443#',
  '\nhttps://shop.example',
])('the publicUrl %j is normalized', (publicUrl) => {
  expect(parseSettings({ ...validOptions, publicUrl })).toMatchObject({
    addresses: { origin: 'https://shop.example', shopUrl: '/' },
    callbackUrl: 'https://shop.example/pgw/callback',
  });
});

it('a publicUrl with plain http is accepted for loopback addresses', () => {
  for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
    expect(parseSettings({ ...validOptions, publicUrl }).callbackUrl).toBe(`${publicUrl}/pgw/callback`);
  }
});

it.each([
  ['publicUrl', 'http://shop.example', /publicUrl must be an https address/],
  ['publicUrl', 'http://127.0.0.1.attacker.example', /publicUrl must be an https address/],
  ['publicUrl', 'https://user:password@shop.example', /publicUrl must be an https address/],
  ['publicUrl', 'shop.example', /publicUrl must be an https address/],
  ['publicUrl', undefined, /publicUrl must be the address of the shop/],
  ['gateway', {}, /gateway must be a client made by createGatewayClient/],
  ['merchant', '', /merchant must be the name of the shop/],
  ['resolveOrder', undefined, /resolveOrder must be a function/],
  ['onPaid', 'yes', /onPaid must be a function/],
  ['mountPath', 'pgw/', /mountPath must be a path such as \/pgw/],
  ['store', {}, /store must be a store/],
  ['mode', 'both', /mode must be choose or hosted/],
  ['sweepIntervalMs', -1, /sweepIntervalMs must be 0 or more/],
  ['sweepIntervalMs', 2 ** 31, /sweepIntervalMs must be at most one day/],
])('the option %s = %j is refused, and the error names the allowed values', (name, value, message) => {
  expect(() => parseSettings({ ...validOptions, [name]: value } as never)).toThrow(message);
});

it('a store that lacks a method is refused, and the error names the method', () => {
  const store = memoryStore();
  const optional = ['historyMark', 'findDurabilityRisks'];
  const names = Object.keys(store).filter((name) => !optional.includes(name));
  expect(names).toContain('commit');
  for (const name of names) {
    const incomplete = { ...store, [name]: undefined };
    const message = `store was written for another version than this one, because it has no method ${name};`;
    expect(() => parseSettings({ ...validOptions, store: incomplete } as never), name).toThrow(message);
  }
});

it('an unknown option is refused, so that a misspelled option is noticed', () => {
  expect(() => parseSettings({ ...validOptions, onpaid: () => undefined } as never)).toThrow(/onpaid/);
});

it('the error names all invalid options at once', () => {
  expect(() => parseSettings({} as never)).toThrow(/gateway.*publicUrl.*merchant.*resolveOrder.*onPaid/s);
});

it('an option that is undefined means the same as an option that is not set', () => {
  const optionalNames = Object.entries(optionsSchema.shape).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [name] : [],
  );
  expect(optionalNames).toContain('onEnded');
  expect(optionalNames.length).toBeGreaterThan(25);
  const describeSettings = (options: typeof validOptions) => {
    // Each call creates new objects for these two members.
    const { addresses: _addresses, emit: _emit, ...settings } = parseSettings(options);
    return settings;
  };
  const undefinedOptions = Object.fromEntries(optionalNames.map((name) => [name, undefined]));
  expect(describeSettings({ ...undefinedOptions, ...validOptions })).toStrictEqual(
    describeSettings(validOptions),
  );
});

it.each(['limits', 'requestLimits', 'retentionDays'] as const)(
  'a member of %s that is undefined means the default',
  (name) => {
    const defaults = parseSettings(validOptions)[name];
    const members = Object.keys(defaults);
    expect(members.length).toBeGreaterThan(0);
    const value = Object.fromEntries(members.map((member) => [member, undefined]));
    expect(parseSettings({ ...validOptions, [name]: value })[name]).toStrictEqual(defaults);
  },
);
