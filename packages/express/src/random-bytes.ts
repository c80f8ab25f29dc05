import { randomFillSync } from 'node:crypto';

// A call of the system's generator takes microseconds for any size, so 4 KiB are read at a time: enough for
// hundreds of ids.
const pool = Buffer.allocUnsafeSlow(4096);
let used = pool.length;

/**
 * Random bytes of node:crypto for ids and references. No byte is used twice.
 * Do not use them for keys: bytes in the pool are in memory before they are used.
 *
 * @throws RangeError for more than 256 bytes.
 */
export function randomIdBytes(count: number): Uint8Array {
  if (count > 256) throw new RangeError(`${count} random bytes are too many for an id.`);
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Uint8Array.prototype.slice.call(pool, used, used + count);
  pool.fill(0, used, used + count);
  used += count;
  return bytes;
}
