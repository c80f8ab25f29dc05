import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fetchTransport, rawResponseOf, type GatewayClientOptions } from '../../src/index.ts';
import { checkoutResult, paymentRecord } from '../example-data.ts';
import { startGateway, type StubGateway } from '../stub-gateway.ts';
import { createClient, getRejection, pay, query } from '../test-client.ts';

/** Starts a gateway that sends this body with a coding to every request. */
function startEncodedGateway(contentEncoding: string, body: Uint8Array, status = 200): Promise<StubGateway> {
  return startGateway((_request, response) => {
    response.writeHead(status, { 'content-encoding': contentEncoding }).end(body);
  });
}

const transports: readonly [string, Partial<GatewayClientOptions>][] = [
  ['the default transport', {}],
  ['fetchTransport', { transport: fetchTransport(fetch) }],
];

const codings: readonly [string, (text: string) => Uint8Array][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  ['X-GZIP', gzipSync],
  ['identity', (text) => Buffer.from(text)],
];

test.each(
  transports.flatMap(([name, options]) => codings.map((coding) => [name, options, ...coding] as const)),
)(
  'with %s, %# a payment starts when the gateway compresses its response',
  async (_transport, options, contentEncoding, encode) => {
    const text = JSON.stringify(checkoutResult);
    const gateway = await startEncodedGateway(contentEncoding, encode(text));
    const result = await pay(createClient(gateway.url, options));
    expect(result).toEqual(checkoutResult);
    expect(rawResponseOf(result)?.body).toBe(text);
  },
);

test('the raw format of deflate is decoded', async () => {
  const gateway = await startEncodedGateway('deflate', deflateRawSync(JSON.stringify(paymentRecord)));
  expect(await query(createClient(gateway.url))).toEqual(paymentRecord);
});

test.each(transports)('with %s, a request refuses every coding', async (_name, options) => {
  const gateway = await startEncodedGateway('gzip', gzipSync(JSON.stringify(paymentRecord)));
  await query(createClient(gateway.url, options));
  expect(gateway.requests[0]?.headers['accept-encoding']).toBe('identity');
});

const plainText = JSON.stringify(checkoutResult);
const unsupported: readonly (readonly [contentEncoding: string, named: string, body: Uint8Array])[] = [
  ['compress', 'compress', Buffer.from('x')],
  ['gzip, identity', 'identity', gzipSync(plainText)],
  ['gzip, compress', 'compress', gzipSync(plainText)],
  ['br, br, br, br', 'br, br, br, br', encodeTimes(4, brotliCompressSync)],
  ...('zstdCompressSync' in zlib ? [['zstd', 'zstd', zlib.zstdCompressSync(plainText)] as const] : []),
];

/** Encodes the text of a payment several times. */
function encodeTimes(count: number, encode: (body: Uint8Array) => Uint8Array): Uint8Array {
  let body: Uint8Array = Buffer.from(plainText);
  for (let index = 0; index < count; index += 1) body = encode(body);
  return body;
}

test.each(transports.flatMap((transport) => unsupported.map((coding) => [...transport, ...coding] as const)))(
  'with %s, %# the error of an unsupported coding names it',
  async (_name, options, contentEncoding, named, body) => {
    const gateway = await startEncodedGateway(contentEncoding, body);
    const client = createClient(gateway.url, options);
    const error = { message: expect.stringContaining(`Content-Encoding "${named}"`) };
    expect(await getRejection(query(client))).toMatchObject({ code: 'invalid-response', ...error });
    expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown', ...error });
  },
);

test('with fetchTransport, the error of a damaged body names its coding', async () => {
  const gateway = await startEncodedGateway('gzip', Buffer.from(plainText));
  const client = createClient(gateway.url, { transport: fetchTransport(fetch) });
  expect(await getRejection(pay(client))).toMatchObject({
    code: 'outcome-unknown',
    message: expect.stringContaining('Content-Encoding "gzip"'),
  });
});

test.each(
  transports.flatMap(([name, options]) =>
    codings.slice(0, 5).map(([contentEncoding, encode]) => [name, contentEncoding, options, encode] as const),
  ),
)(
  'with %s, the error of a body in %s that was cut off names its coding',
  async (...[, contentEncoding, options, encode]) => {
    const body = encode(plainText);
    const gateway = await startEncodedGateway(contentEncoding, body.subarray(0, body.length >> 1));
    const client = createClient(gateway.url, options);
    const [lastCoding = ''] = contentEncoding.toLowerCase().split(', ').slice(-1);
    const pattern = new RegExp(`Content-Encoding "[a-z, -]*${lastCoding}"`, 'i');
    expect(await getRejection(pay(client))).toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringMatching(pattern),
    });
  },
);

test('a response that is not valid in its coding is named, and its status still decides the code', async () => {
  const plain = Buffer.from(JSON.stringify(paymentRecord));
  const damaged = createClient((await startEncodedGateway('gzip', plain)).url);
  expect(await getRejection(query(damaged))).toMatchObject({
    code: 'invalid-response',
    message: expect.stringContaining('Content-Encoding "gzip" but is not valid'),
  });
  const unavailable = createClient((await startEncodedGateway('gzip', plain, 503)).url);
  expect(await getRejection(query(unavailable))).toMatchObject({
    code: 'gateway-unreachable',
    retryable: true,
  });
  const unauthorized = createClient((await startEncodedGateway('zstd', plain, 401)).url);
  expect(await getRejection(pay(unauthorized))).toMatchObject({ code: 'unauthorized' });
});

test('a compressed response is decoded up to maxResponseBytes', async () => {
  const gateway = await startEncodedGateway('gzip', gzipSync(Buffer.alloc(20_000_000, ' ')));
  const client = createClient(gateway.url, { maxResponseBytes: 100_000 });
  expect(await getRejection(query(client))).toMatchObject({
    code: 'invalid-response',
    message: expect.stringContaining('100000 bytes after it was decoded'),
  });
});

test('a compressed refusal of the gateway is read', async () => {
  const fault = gzipSync(JSON.stringify({ error: { code: 2009, message: 'Duplicate' } }));
  const gateway = await startEncodedGateway('gzip', fault, 400);
  expect(await getRejection(pay(createClient(gateway.url)))).toMatchObject({ code: 'gateway-fault' });
});
