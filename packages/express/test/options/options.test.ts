import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/options/settings.ts';
import { createTestClient } from '../shop.ts';

const gateway = createTestClient('http://127.0.0.1:1');
const good = {
  gateway,
  publicUrl: 'https://shop.example',
  merchant: 'Rimba Coffee',
  resolveOrder: () => undefined,
  onPaid: () => undefined,
};

describe('the options of createCheckout', () => {
  it('build callback and return URLs from publicUrl and mountPath', () => {
    expect(
      settingsOf({ ...good, publicUrl: 'https://shop.example/store/', mountPath: '/pay/now' }),
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
  ])('build the same from %j', (publicUrl) => {
    expect(settingsOf({ ...good, publicUrl })).toMatchObject({
      addresses: { origin: 'https://shop.example', shopUrl: '/' },
      callbackUrl: 'https://shop.example/pgw/callback',
    });
  });

  it('accept plain http only for loopback', () => {
    for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
      expect(settingsOf({ ...good, publicUrl }).callbackUrl).toBe(`${publicUrl}/pgw/callback`);
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
  ])('refuse %s = %j and name the expected value', (name, value, message) => {
    expect(() => settingsOf({ ...good, [name]: value } as never)).toThrow(message);
  });

  it('refuse an unknown option, so that a misspelled one is noticed', () => {
    expect(() => settingsOf({ ...good, onpaid: () => undefined } as never)).toThrow(/onpaid/);
  });

  it('name every wrong option at once', () => {
    expect(() => settingsOf({} as never)).toThrow(/gateway.*publicUrl.*merchant.*resolveOrder.*onPaid/s);
  });
});
