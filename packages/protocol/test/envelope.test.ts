import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../src/envelope.ts';

const wrapping = { targetUrl: null, success: true, error: null, unAuthorizedRequest: false, __abp: true };

/** A fault that says no more than code and message. */
const bare = { kind: 'fault', details: undefined, validationErrors: [] };

describe('a fault', () => {
  test('is a rejected signature in the observed form, with success true', () => {
    const body = { ...wrapping, result: { code: 1, message: 'Invalid Signature.' } };
    expect(readEnvelope(body)).toEqual({ ...bare, code: 1, message: 'Invalid Signature.' });
  });

  test('is an unknown transaction in the observed form', () => {
    const error = { code: 2010, message: 'Transaction Not Found', details: null, validationErrors: null };
    const body = { ...wrapping, result: null, success: false, error };
    expect(readEnvelope(body)).toEqual({ ...bare, code: 2010, message: 'Transaction Not Found' });
  });

  test('is a bare code and message', () => {
    const body = { code: 2044, message: 'reason is required' };
    expect(readEnvelope(body)).toEqual({ ...bare, code: 2044, message: 'reason is required' });
  });

  test('is an error object beside a result', () => {
    const body = { result: { amount: 1 }, error: { code: 2009, message: 'Duplicate' } };
    expect(readEnvelope(body)).toMatchObject({ kind: 'fault', code: 2009 });
  });

  test('without a usable code has code 0', () => {
    expect(readEnvelope({ error: { code: '2010', message: null } })).toEqual({
      ...bare,
      code: 0,
      message: '',
    });
  });

  test('keeps its details and the fields that are refused', () => {
    const validationErrors = [{ message: 'amount must be above 0', members: ['amount'] }];
    const error = { code: 0, message: 'Your request is not valid!', details: ' - amount', validationErrors };
    expect(readEnvelope({ ...wrapping, result: null, error })).toEqual({ kind: 'fault', ...error });
  });

  test('is read however its details and refused fields are spelled', () => {
    for (const [details, validationErrors, read] of [
      [5, 'none', []],
      ['', {}, []],
      ['  ', [null, 7, 'x'], []],
      [null, [{ message: 5, members: 'amount' }], [{ message: '', members: [] }]],
      [undefined, [{ message: 'no', members: ['a', 5] }], [{ message: 'no', members: ['a'] }]],
    ]) {
      const error = { code: 0, message: 'no', details, validationErrors };
      expect(readEnvelope({ error })).toEqual({ ...bare, code: 0, message: 'no', validationErrors: read });
    }
  });
});

describe('a payload', () => {
  test.each([
    ['wrapped', { ...wrapping, result: { amount: 1 } }],
    ['wrapped, with success false', { ...wrapping, success: false, result: { amount: 1 } }],
    ['bare', { amount: 1 }],
  ])('comes %s', (_name, body) => {
    expect(readEnvelope(body)).toEqual({ kind: 'payload', payload: { amount: 1 } });
  });

  test('may have a code or a message of its own', () => {
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

  test('may be null, which no endpoint accepts as a response', () => {
    expect(readEnvelope({ ...wrapping, result: null })).toEqual({ kind: 'payload', payload: null });
  });

  test.each([[[1, 2]], ['text'], [7], [null], [true], [[{ code: 1, message: 'x' }]]])(
    'may be %j',
    (payload) => {
      expect(readEnvelope(payload)).toEqual({ kind: 'payload', payload });
      expect(readEnvelope({ result: payload })).toEqual({ kind: 'payload', payload });
    },
  );
});

test('any JSON is read without an error, bare and wrapped alike', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const wrapped = readEnvelope({ result: value, error: null });
      expect(['payload', 'fault']).toContain(wrapped.kind);
      const hasWrapping =
        typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
      if (!hasWrapping) expect(readEnvelope(value)).toEqual(wrapped);
    }),
  );
});
