import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { computeSignature, computeSignatureInNewContext } from '../../src/hostile/signer.ts';
import { whyNoPython } from '../../../scripts/programs/other-programs.mjs';
import { skipBecause } from '../../../scripts/skip-because.ts';

const folder = fileURLToPath(new URL('../../signer/', import.meta.url));
const vectorsUrl = new URL('../../../packages/protocol/signature-vectors.json', import.meta.url);

test('computeSignatureInNewContext returns the same signature after JSON.parse has read another document', () => {
  const document = {
    url: 'https://gateway.example/',
    json: '{"q9":1,"\\t":2}',
    secret: 'sandbox-secret-key',
  };
  const expected = computeSignature(document);
  // After this, V8 of Node 24 reads the name `\t` of the document as a backslash: nodejs/node#63785.
  JSON.parse('{"q9":1,"\\\\":2}');
  expect(computeSignatureInNewContext(document)).toBe(expected);
});

test(
  'signer.py computes the messages and signatures of the published vectors',
  skipBecause(whyNoPython()),
  () => {
    const vectors = JSON.parse(readFileSync(vectorsUrl, 'utf8')) as {
      url: string;
      json: string;
      secret: string;
      message: string;
      signature: string;
    }[];
    const lines = vectors.map(({ url, json, secret }) => JSON.stringify([url, json, secret])).join('\n');
    const { stdout, status } = spawnSync('python3', [`${folder}signer.py`, '--messages'], {
      input: `${lines}\n`,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const computed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(computed).toEqual(vectors.map(({ message, signature }) => [message, signature]));
  },
);
