import { expect, test } from 'vitest';
import { getRandomIdBytes } from '../../src/model/random-bytes.ts';

// The numbers of calls in this file need more bytes than the pool of 4,096 bytes has.

test('random bytes have the requested length and are never repeated, also after the pool is refilled', () => {
  const results = new Set<string>();
  for (let nth = 0; nth < 3_000; nth += 1) {
    const count = 8 + (nth % 9);
    const bytes = getRandomIdBytes(count);
    expect(bytes).toHaveLength(count);
    results.add(Buffer.from(bytes).toString('hex'));
  }
  expect(results.size).toBe(3_000);
});

test('returned random bytes do not change when more bytes are requested', () => {
  const first = getRandomIdBytes(16);
  const firstAsHex = Buffer.from(first).toString('hex');
  for (let nth = 0; nth < 600; nth += 1) getRandomIdBytes(16);
  expect(Buffer.from(first).toString('hex')).toBe(firstAsHex);
});
