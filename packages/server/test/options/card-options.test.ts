import { inspect } from 'node:util';
import { createGatewayClient } from '@pgw/client';
import { authType } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { parseSettings } from '../../src/options/settings.ts';
import { createTestClient, unreachableUrl } from '../shop.ts';

const validOptions = {
  gateway: createTestClient(unreachableUrl),
  publicUrl: 'https://shop.example',
  merchant: 'Rimba Coffee',
  resolveOrder: () => undefined,
  onPaid: () => undefined,
};
const liveGateway = createGatewayClient({
  baseUrl: 'https://gateway.example',
  merchantId: '1001',
  secretKey: 'key',
  credentials: 'token',
});
const testCards = [
  { number: '4000000000000002', securityCode: '123', brand: 'visa', label: 'Approved' },
] as const;

it('every card option has a default, and a shop without cards has no card settings', () => {
  expect(parseSettings({ ...validOptions, cards: {} }).cards).toMatchObject({
    brands: ['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay'],
    authType: authType.fullPayment,
    canSaveCards: false,
    keyLifetimeMs: 300_000,
    limits: {
      perPayment: 3,
      perOrder: 10,
      perVisitor: 10,
      perAddress: 30,
      perCard: 5,
      windowMs: 3_600_000,
    },
  });
  expect(parseSettings(validOptions).cards).toBeUndefined();
});

it.each([
  [{ brands: ['visa', 'discover'] }, /cards\.brands\.1 must be one of visa/],
  [{ brands: [] }, /cards\.brands must name at least one brand/],
  [{ authType: 'hold' }, /cards\.authType must be full, pre-auth or verify/],
  [{ channelIds: [] }, /cards\.channelIds must name at least one channel/],
  [{ resolveCustomer: 'aminah' }, /cards\.resolveCustomer must be a function/],
  [{ limits: { perOrder: 0 } }, /cards\.limits\.perOrder must be at least 1/],
  [{ keyLifetimeMs: 1_000 }, /cards\.keyLifetimeMs must be 10000 to 3600000/],
  [{ encryptionKey: 'short' }, /cards\.encryptionKey\.0 must have 32 characters/],
  [{ brand: 'visa' }, /brand/],
])('the card options %j are refused, and the error names the allowed values', (cards, message) => {
  expect(() => parseSettings({ ...validOptions, cards } as never)).toThrow(message);
});

it('the encryption key of saved cards is hidden in printed settings', () => {
  const encryptionKey = 'k'.repeat(32);
  const { cards } = parseSettings({ ...validOptions, cards: { encryptionKey } });
  expect(cards?.encryptionKeys[0]?.reveal()).toBe(encryptionKey);
  expect(inspect(cards, { depth: 9, showHidden: true })).not.toContain(encryptionKey);
});

it('redirectScript: same-origin is refused in a shop with cards', () => {
  expect(parseSettings({ ...validOptions, cards: {} }).redirectScript).toBe('isolated');
  expect(parseSettings({ ...validOptions, redirectScript: 'same-origin' }).redirectScript).toBe(
    'same-origin',
  );
  expect(() => parseSettings({ ...validOptions, cards: {}, redirectScript: 'same-origin' })).toThrow(
    /redirectScript must be 'isolated' when cards are configured/,
  );
});

it('test cards are accepted only with a sandbox', () => {
  expect(parseSettings({ ...validOptions, cards: { testCards } }).cards?.testCards).toEqual(testCards);
  expect(() => parseSettings({ ...validOptions, gateway: liveGateway, cards: { testCards } })).toThrow(
    /cards\.testCards must be left out/,
  );
  const sandboxSettings = parseSettings({
    ...validOptions,
    gateway: liveGateway,
    cards: { testCards, sandbox: true },
  });
  expect(sandboxSettings.cards?.testCards).toEqual(testCards);
  expect(() => parseSettings({ ...validOptions, cards: { testCards, sandbox: false } })).toThrow(/testCards/);
});
