import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeContent, findUnsupportedCoding } from '../../src/response/content-encoding.ts';

const encoders = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
type Coding = keyof typeof encoders;
const coding = fc.constantFrom<Coding>('gzip', 'x-gzip', 'deflate', 'br');

test('a body with up to three codings is decoded in the reverse order of the header', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(coding, { maxLength: 3 }), (body, codings) => {
      const encoded = codings.reduce<Uint8Array>((bytes, name) => encoders[name](bytes), body);
      const decoded = decodeContent(encoded, { contentEncoding: codings.join(', '), maxBytes: 10_000 });
      expect(Buffer.from(decoded)).toEqual(Buffer.from(body));
    }),
  );
});

test.each([undefined, '', ' ', 'identity', 'Identity'])(
  'a body with the Content-Encoding %j is returned unchanged',
  (contentEncoding) => {
    const body = Buffer.from('{}');
    expect(decodeContent(body, { contentEncoding, maxBytes: 1 })).toBe(body);
  },
);

test('the raw format of deflate is decoded, and the case of a coding is ignored', () => {
  const decode = (body: Buffer, contentEncoding: string) =>
    Buffer.from(decodeContent(body, { contentEncoding, maxBytes: 100 })).toString();
  expect(decode(deflateRawSync('{"a":1}'), 'deflate')).toBe('{"a":1}');
  expect(decode(gzipSync('{"a":1}'), 'GZIP')).toBe('{"a":1}');
});

test('an empty body is empty with every coding', () => {
  expect(decodeContent(Buffer.alloc(0), { contentEncoding: 'gzip', maxBytes: 1 })).toHaveLength(0);
});

test.each([
  'zstd',
  'compress',
  'gzip, zstd',
  'dcb',
  'aes128gcm',
  '*',
  'gzip;q=1',
  'gzip, identity',
  'gzip,',
  'br,br,br,br',
])('the Content-Encoding %j is unsupported, and the error names the coding', (contentEncoding) => {
  const unsupported = findUnsupportedCoding(contentEncoding) ?? '';
  expect(unsupported).not.toBe('');
  expect(contentEncoding).toContain(unsupported);
  expect(() => decodeContent(Buffer.from('x'), { contentEncoding, maxBytes: 10 })).toThrow(
    expect.objectContaining({ failure: 'unsupported', message: expect.stringContaining(unsupported) }),
  );
});

test('a body that is not valid in its coding is damaged', () => {
  const damaged = [Buffer.from('{"a":1}'), gzipSync('{"a":1}').subarray(0, 15), Buffer.from([0])];
  for (const contentEncoding of Object.keys(encoders)) {
    for (const body of damaged) {
      expect(() => decodeContent(body, { contentEncoding, maxBytes: 100 })).toThrow(
        expect.objectContaining({ failure: 'damaged', message: expect.stringContaining(contentEncoding) }),
      );
    }
  }
});

test('a body is decoded up to the maximum size and no further', () => {
  for (const [contentEncoding, encode] of Object.entries(encoders)) {
    const body = encode(Buffer.alloc(5_000_000));
    expect(() => decodeContent(body, { contentEncoding, maxBytes: 1_000 })).toThrow(
      expect.objectContaining({ failure: 'oversized', message: expect.stringContaining('1000 bytes') }),
    );
    const exact = encode(Buffer.alloc(1_000));
    expect(decodeContent(exact, { contentEncoding, maxBytes: 1_000 })).toHaveLength(1_000);
  }
});
