import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvelope } from '../../src/gateway/envelope.ts';

const envelope = { targetUrl: null, success: true, error: null, unAuthorizedRequest: false, __abp: true };

/** The fields of a fault that has only a code and a message. */
const minimalFault = { kind: 'fault', details: undefined, validationErrors: [] };

test('a rejected signature in a result with success true is a fault', () => {
  const body = { ...envelope, result: { code: 1, message: 'Invalid Signature.' } };
  expect(readEnvelope(body)).toEqual({ ...minimalFault, code: 1, message: 'Invalid Signature.' });
});

test('an unknown transaction in an error object is a fault', () => {
  const error = { code: 2010, message: 'Transaction Not Found', details: null, validationErrors: null };
  const body = { ...envelope, result: null, success: false, error };
  expect(readEnvelope(body)).toEqual({ ...minimalFault, code: 2010, message: 'Transaction Not Found' });
});

test('a body with only a code and a message is a fault', () => {
  const body = { code: 2044, message: 'reason is required' };
  expect(readEnvelope(body)).toEqual({ ...minimalFault, code: 2044, message: 'reason is required' });
});

test('a body with an error object and a result is a fault', () => {
  const body = { result: { amount: 1 }, error: { code: 2009, message: 'Duplicate' } };
  expect(readEnvelope(body)).toMatchObject({ kind: 'fault', code: 2009 });
});

test('a fault without a numeric code has code 0', () => {
  expect(readEnvelope({ error: { code: '2010', message: null } })).toEqual({
    ...minimalFault,
    code: 0,
    message: '',
  });
});

test('a fault keeps its details and its validation errors', () => {
  const validationErrors = [{ message: 'amount must be above 0', members: ['amount'] }];
  const error = { code: 0, message: 'Your request is not valid!', details: ' - amount', validationErrors };
  expect(readEnvelope({ ...envelope, result: null, error })).toEqual({ kind: 'fault', ...error });
});

test('malformed details and validation errors of a fault are omitted', () => {
  for (const [details, validationErrors, expected] of [
    [5, 'none', []],
    ['', {}, []],
    ['  ', [null, 7, 'x'], []],
    [null, [{ message: 5, members: 'amount' }], [{ message: '', members: [] }]],
    [undefined, [{ message: 'no', members: ['a', 5] }], [{ message: 'no', members: ['a'] }]],
  ]) {
    const error = { code: 0, message: 'no', details, validationErrors };
    expect(readEnvelope({ error })).toEqual({
      ...minimalFault,
      code: 0,
      message: 'no',
      validationErrors: expected,
    });
  }
});

test.each([
  ['in the envelope', { ...envelope, result: { amount: 1 } }],
  ['in the envelope with success false', { ...envelope, success: false, result: { amount: 1 } }],
  ['without the envelope', { amount: 1 }],
])('readEnvelope returns a payload %s', (_name, body) => {
  expect(readEnvelope(body)).toEqual({ kind: 'payload', payload: { amount: 1 } });
});

test('readEnvelope accepts a payload with a field named code or message', () => {
  for (const payload of [
    { code: 1 },
    { message: 'hello' },
    { code: 'A', message: 'hello' },
    { code: 1, message: null },
  ]) {
    expect(readEnvelope({ result: payload })).toEqual({ kind: 'payload', payload });
    expect(readEnvelope(payload)).toEqual({ kind: 'payload', payload });
  }
});

test('readEnvelope accepts the payload null, which no endpoint accepts as a response', () => {
  expect(readEnvelope({ ...envelope, result: null })).toEqual({ kind: 'payload', payload: null });
});

test.each([[[1, 2]], ['text'], [7], [null], [true], [[{ code: 1, message: 'x' }]]])(
  'readEnvelope accepts the payload %j',
  (payload) => {
    expect(readEnvelope(payload)).toEqual({ kind: 'payload', payload });
    expect(readEnvelope({ result: payload })).toEqual({ kind: 'payload', payload });
  },
);

test('readEnvelope reads any JSON and does not throw, with and without the envelope', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const content = readEnvelope({ result: value, error: null });
      expect(['payload', 'fault']).toContain(content.kind);
      const hasEnvelope =
        typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
      if (!hasEnvelope) expect(readEnvelope(value)).toEqual(content);
    }),
  );
});
