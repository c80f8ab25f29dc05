import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../src/gateway/endpoints/endpoint.ts';

test('the schemas of an endpoint are created once, when they are first read', () => {
  const created: string[] = [];
  const lazyEndpoint = endpoint({
    name: 'queryPayment',
    summary: 'Query a payment',
    method: 'GET',
    request: () => (created.push('request'), z.strictObject({})),
    response: () => (created.push('response'), z.looseObject({})),
    hasDocumentedEnvelope: true,
    isSigned: true,
    isReadOnly: true,
    faults: [],
  });
  expect(created).toEqual([]);
  expect(lazyEndpoint.request).toBe(lazyEndpoint.request);
  expect(lazyEndpoint.response).toBe(lazyEndpoint.response);
  expect(created).toEqual(['request', 'response']);
});

test('the schemas of every endpoint are created after a library has added a member to all objects', () => {
  // A process of its own, because zod prepares each kind of schema only once.
  const program = `
    const { endpoints } = await import('@pgw/protocol');
    Object.prototype.added = () => 1;
    for (const { request, response } of Object.values(endpoints)) void [request.shape, response];
    console.log(Object.keys(endpoints).length);`;
  const args = ['--conditions=pgw-source', '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(Number(output)).toBe(13);
});
