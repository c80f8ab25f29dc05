import { randomFillSync } from 'node:crypto';

// A call of the system's generator takes microseconds for any size. Therefore each call reads 4 KiB, which is
// enough for hundreds of ids.
const pool = Buffer.allocUnsafeSlow(4096);
let usedBytes = pool.length;

/**
 * Returns random bytes of node:crypto for ids and references. No byte is used twice.
 * Do not use them for keys, because the bytes are in memory before they are used.
 *
 * @throws RangeError for more than 256 bytes.
 */
export function getRandomIdBytes(count: number): Uint8Array {
  if (count > 256) throw new RangeError(`${count} random bytes are too many for an id.`);
  if (usedBytes + count > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  const bytes = Uint8Array.prototype.slice.call(pool, usedBytes, usedBytes + count);
  pool.fill(0, usedBytes, usedBytes + count);
  usedBytes += count;
  return bytes;
}
