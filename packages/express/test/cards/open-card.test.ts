import { createECDH } from 'node:crypto';
import type { CardKey } from '@pgw/protocol';
import { base64url, compactDecrypt } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { CardKeys } from '../../src/cards/card-key.ts';
import { openCard } from '../../src/cards/open-card.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import type { Store } from '../../src/payments/store.ts';
import { concatKdf, sealCard } from '../seal-card.ts';

const details = { number: '4000000000000002', expiryMonth: '12', expiryYear: '2039', securityCode: '123' };
const awaitedCard = { state: 'awaited', round: 0, sentAt: null, authType: 2 } as const;
const payment = { ...samplePayment({ reference: 'RC-1-ABC' }), card: awaitedCard };
const hour = 3_600_000;
const stores: Store[] = [];
let now = 1_790_000_000_000;

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function openStore(): Promise<Store> {
  const store = memoryStore();
  stores.push(store);
  await store.open();
  return store;
}

/** The keys of one process. Processes share the merchant's secret and the store. */
function keysOf(store: Store, secret = 7): CardKeys {
  return new CardKeys({
    store,
    deriveKey: () => new Uint8Array(32).fill(secret),
    now: () => now,
    lifetimeMs: 300_000,
  });
}

const seal = (key: CardKey, header?: Record<string, unknown>): string =>
  sealCard(details, { key, reference: payment.reference, ...(header !== undefined && { header }) });

describe('an encrypted card', () => {
  it('is encrypted with the key of RFC 7518 appendix C, and jose decrypts it', async () => {
    const decode = (text: string): Uint8Array => base64url.decode(text);
    const alice = createECDH('prime256v1');
    alice.setPrivateKey(decode('0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo'));
    const bob = {
      kty: 'EC',
      crv: 'P-256',
      x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
      y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
      d: 'VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw',
    };
    const shared = alice.computeSecret(Buffer.concat([Buffer.from([4]), decode(bob.x), decode(bob.y)]));
    const derived = concatKdf({ shared, algorithm: 'A128GCM', bits: 128, apu: 'Alice', apv: 'Bob' });
    expect(derived.toString('base64url')).toBe('VqqN6vgjbSBcIijNcacQGg');
    const key = { kid: '1', x: bob.x, y: bob.y, expiresAt: '' };
    const { plaintext } = await compactDecrypt(sealCard('Hello', { key, reference: 'Bob' }), bob);
    expect(new TextDecoder().decode(plaintext)).toBe('Hello');
  });

  it('is decrypted by another process than the one that made its key', async () => {
    const store = await openStore();
    const key = await keysOf(store).issue(payment);
    const card = await openCard(keysOf(store), payment, seal(key));
    expect(card.number?.reveal()).toBe(details.number);
    expect(card.securityCode.reveal()).toBe('123');
    expect(JSON.stringify(card)).not.toContain('123');
  });

  it('is decrypted in the next hour while its key is valid', async () => {
    const store = await openStore();
    now = Math.floor(now / hour) * hour + hour - 1_000;
    const key = await keysOf(store).issue(payment);
    now += 10_000;
    await keysOf(store).issue(payment);
    await expect(openCard(keysOf(store), payment, seal(key))).resolves.toBeDefined();
  });

  it('cannot be decrypted after its time, even with the secret', async () => {
    const store = await openStore();
    const key = await keysOf(store).issue(payment);
    const issuedAt = now;
    now += 300_000;
    await expect(openCard(keysOf(store), payment, seal(key))).rejects.toMatchObject({
      code: 'card-key-expired',
    });
    now += 2 * hour;
    await keysOf(store).issue(payment);
    // The seed was deleted, so the clock does not matter.
    now = issuedAt;
    await expect(openCard(keysOf(store), payment, seal(key))).rejects.toMatchObject({
      code: 'card-key-expired',
    });
  });

  it('cannot be decrypted with the store alone', async () => {
    const store = await openStore();
    const key = await keysOf(store).issue(payment);
    await expect(openCard(keysOf(store, 8), payment, seal(key))).rejects.toMatchObject({
      code: 'card-unreadable',
    });
  });
});

describe('a card is refused', () => {
  const keyOf = async (): Promise<{ keys: CardKeys; key: CardKey }> => {
    const keys = keysOf(await openStore());
    return { keys, key: await keys.issue(payment) };
  };
  const later = (kid: string): string => {
    const [period, round, expiresAt = ''] = kid.split('.');
    return [period, round, (Number.parseInt(expiresAt, 36) + 60_000).toString(36)].join('.');
  };

  it.each<[string, (key: CardKey) => string, string]>([
    ['that is for another payment', (key) => seal(key, { apv: 'QQ' }), 'card-unreadable'],
    ['with another algorithm', (key) => seal(key, { alg: 'dir' }), 'card-unreadable'],
    ['with another encryption', (key) => seal(key, { enc: 'A128GCM' }), 'card-unreadable'],
    ['that is compressed', (key) => seal(key, { zip: 'DEF' }), 'card-unreadable'],
    ['with a critical extension', (key) => seal(key, { crit: ['exp'], exp: 1 }), 'card-unreadable'],
    ['with a key within', (key) => seal(key, { jwk: {} }), 'card-unreadable'],
    ['whose point is on no curve', (key) => seal(key, { epk: point('A') }), 'card-unreadable'],
    ['with a kid that never was', (key) => seal(key, { kid: 'kid' }), 'card-unreadable'],
    ['with a kid that claims more time', (key) => seal(key, { kid: later(key.kid) }), 'card-unreadable'],
    ['of another round', (key) => seal(key, { kid: key.kid.replace('.0.', '.1.') }), 'card-key-expired'],
    ['that was changed on its way', (key) => changed(seal(key)), 'card-unreadable'],
    ['whose header is no JSON', () => 'bm8..YQ.YQ.YQ', 'card-unreadable'],
    [
      'that is no card',
      (key) => sealCard({ ...details, number: '12' }, { key, reference: payment.reference }),
      'invalid-request',
    ],
    ['that is no JSON', (key) => sealCard('4000', { key, reference: payment.reference }), 'invalid-request'],
  ])('%s', async (_why, jweOf, code) => {
    const { keys, key } = await keyOf();
    const error: unknown = await openCard(keys, payment, jweOf(key)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('4000');
  });
});

function point(letter: string): Record<string, string> {
  const coordinate = letter.repeat(43);
  return { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate };
}

function changed(jwe: string): string {
  const [header, , iv, ciphertext = '', tag] = jwe.split('.');
  const other = ciphertext.startsWith('A') ? 'B' : 'A';
  return [header, '', iv, `${other}${ciphertext.slice(1)}`, tag].join('.');
}
