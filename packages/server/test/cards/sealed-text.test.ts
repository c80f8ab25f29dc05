import { randomBytes } from 'node:crypto';
import { Redacted } from '@pgw/protocol';
import { expect, test } from 'vitest';
import { openText, sealText } from '../../src/engine/sealed-text.ts';

const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const sealed = sealText(new Redacted('tok_1'), key, 'row 1');

test('a text is decrypted only with its key and the id of its row', () => {
  expect(openText(sealed, [otherKey, key], 'row 1')?.reveal()).toBe('tok_1');
  expect(openText(sealed, [otherKey], 'row 1')).toBeUndefined();
  expect(openText(sealed, [key], 'row 2')).toBeUndefined();
});

test('a text that was changed or shortened is not decrypted', () => {
  const bytes = Buffer.from(sealed, 'base64url');
  // Changes one bit of the ciphertext, which follows a nonce of 12 bytes.
  bytes.writeUInt8(bytes.readUInt8(13) ^ 1, 13);
  expect(openText(bytes.toString('base64url'), [key], 'row 1')).toBeUndefined();
  expect(openText(sealed.slice(0, 10), [key], 'row 1')).toBeUndefined();
});

test('each encryption of a text has another ciphertext', () => {
  expect(sealText(new Redacted('tok_1'), key, 'row 1')).not.toBe(sealed);
});
