import { createECDH } from 'node:crypto';
import { authType, type CardKey } from '@pgw/protocol';
import { base64url, compactDecrypt } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { CardKeys } from '../../src/cards/card-key.ts';
import { decryptCard } from '../../src/cards/decrypt-card.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { concatKdf, sealCard } from '../seal-card.ts';

const details = { number: '4000000000000002', expiryMonth: '12', expiryYear: '2039', securityCode: '123' };
const awaitedCard = { state: 'awaited', round: 0, sentAt: null, authType: authType.fullPayment } as const;
const payment = { ...samplePayment({ reference: 'RC-1-ABC' }), card: awaitedCard };
const hourMs = 3_600_000;
const keyLifetimeMs = 300_000;
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

/** The card keys of one process. By default, all processes have the same secret. */
function createKeys(store: Store, secret = 'secret of the shop'): CardKeys {
  return new CardKeys({
    store,
    deriveKey: () => Buffer.from(secret.padEnd(32)),
    now: () => now,
    lifetimeMs: keyLifetimeMs,
  });
}

const sealSample = (key: CardKey, header?: Record<string, unknown>): string =>
  sealCard(details, { key, reference: payment.reference, ...(header !== undefined && { header }) });

it('sealCard() derives the key of RFC 7518 appendix C, and jose decrypts its result', async () => {
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
  // The byte 4 begins a public key that contains both coordinates.
  const bobPublicKey = Buffer.concat([Buffer.from([4]), decode(bob.x), decode(bob.y)]);
  const shared = alice.computeSecret(bobPublicKey);
  const derived = concatKdf({ shared, algorithm: 'A128GCM', bits: 128, apu: 'Alice', apv: 'Bob' });
  expect(derived.toString('base64url')).toBe('VqqN6vgjbSBcIijNcacQGg');
  const key = { kid: '1', x: bob.x, y: bob.y, expiresAt: '' };
  const { plaintext } = await compactDecrypt(sealCard('Hello', { key, reference: 'Bob' }), bob);
  expect(new TextDecoder().decode(plaintext)).toBe('Hello');
});

it('a card is decrypted by another process than the one that issued its key', async () => {
  const store = await openStore();
  const key = await createKeys(store).issue(payment);
  const card = await decryptCard(createKeys(store), payment, sealSample(key));
  expect(card.number?.reveal()).toBe(details.number);
  expect(card.securityCode.reveal()).toBe('123');
  expect(JSON.stringify(card)).not.toContain('123');
});

it('a card is decrypted after the start of the next hour while its key is valid', async () => {
  const store = await openStore();
  now = Math.floor(now / hourMs) * hourMs + hourMs - 1_000;
  const key = await createKeys(store).issue(payment);
  now += 10_000;
  // The first key of an hour deletes the seeds that no valid key needs.
  await createKeys(store).issue(payment);
  await expect(decryptCard(createKeys(store), payment, sealSample(key))).resolves.toBeDefined();
});

it('a card cannot be decrypted after its key has expired, even with the secret', async () => {
  const store = await openStore();
  const key = await createKeys(store).issue(payment);
  const issuedAt = now;
  now += keyLifetimeMs;
  await expect(decryptCard(createKeys(store), payment, sealSample(key))).rejects.toMatchObject({
    code: 'card-key-expired',
  });
  now += 2 * hourMs;
  await createKeys(store).issue(payment);
  // The store has deleted the seed of the first key. This key is now useless, even if the clock is set back.
  now = issuedAt;
  await expect(decryptCard(createKeys(store), payment, sealSample(key))).rejects.toMatchObject({
    code: 'card-key-expired',
  });
});

it('a card cannot be decrypted with another secret and the same store', async () => {
  const store = await openStore();
  const key = await createKeys(store).issue(payment);
  await expect(
    decryptCard(createKeys(store, 'another secret'), payment, sealSample(key)),
  ).rejects.toMatchObject({
    code: 'card-unreadable',
  });
});

const issueKey = async (): Promise<{ keys: CardKeys; key: CardKey }> => {
  const keys = createKeys(await openStore());
  return { keys, key: await keys.issue(payment) };
};
const withLaterExpiry = (kid: string): string => {
  const [period, round, expiresAt = ''] = kid.split('.');
  return [period, round, (Number.parseInt(expiresAt, 36) + 60_000).toString(36)].join('.');
};

it.each<[string, (key: CardKey) => string, string]>([
  ['that is for another payment', (key) => sealSample(key, { apv: 'QQ' }), 'card-unreadable'],
  ['that is encrypted with another algorithm', (key) => sealSample(key, { alg: 'dir' }), 'card-unreadable'],
  [
    'that is encrypted with another content encryption',
    (key) => sealSample(key, { enc: 'A128GCM' }),
    'card-unreadable',
  ],
  ['that is compressed', (key) => sealSample(key, { zip: 'DEF' }), 'card-unreadable'],
  [
    'whose header has a critical extension',
    (key) => sealSample(key, { crit: ['exp'], exp: 1 }),
    'card-unreadable',
  ],
  ['whose header contains a key', (key) => sealSample(key, { jwk: {} }), 'card-unreadable'],
  [
    'whose ephemeral key is not a point of the curve',
    (key) => sealSample(key, { epk: createPublicKey('A') }),
    'card-unreadable',
  ],
  ['whose key id has a wrong format', (key) => sealSample(key, { kid: 'kid' }), 'card-unreadable'],
  [
    'whose key id has a later expiry time',
    (key) => sealSample(key, { kid: withLaterExpiry(key.kid) }),
    'card-unreadable',
  ],
  [
    'whose key id has another card.round than the payment',
    (key) => sealSample(key, { kid: key.kid.replace('.0.', '.1.') }),
    'card-key-expired',
  ],
  ['whose ciphertext was changed', (key) => withChangedCiphertext(sealSample(key)), 'card-unreadable'],
  ['whose header is not JSON', () => `${base64url.encode('no JSON')}..YQ.YQ.YQ`, 'card-unreadable'],
  [
    'whose number is invalid',
    (key) => sealCard({ ...details, number: '12' }, { key, reference: payment.reference }),
    'invalid-request',
  ],
  [
    'whose text is not a JSON object',
    (key) => sealCard('4000', { key, reference: payment.reference }),
    'invalid-request',
  ],
])('a card %s is refused', async (_condition, jweOf, code) => {
  const { keys, key } = await issueKey();
  const error: unknown = await decryptCard(keys, payment, jweOf(key)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect(String(error)).not.toContain('4000');
});

/** Creates a public key whose coordinates are 43 times this letter. */
function createPublicKey(letter: string): Record<string, string> {
  const coordinate = letter.repeat(43);
  return { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate };
}

function withChangedCiphertext(jwe: string): string {
  const [header, , iv, ciphertext = '', tag] = jwe.split('.');
  const other = ciphertext.startsWith('A') ? 'B' : 'A';
  return [header, '', iv, `${other}${ciphertext.slice(1)}`, tag].join('.');
}
