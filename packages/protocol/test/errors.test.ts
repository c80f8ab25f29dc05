import { expect, test } from 'vitest';
import { GatewayFaultError, InvalidRequestError, formatViolations, PgwError } from '../src/errors.ts';

test('a PgwError has its code, and defaults for all options', () => {
  const error = new PgwError('invalid-response', 'It is invalid.');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'PgwError',
    code: 'invalid-response',
    message: 'It is invalid.',
    retryable: false,
  });
  expect(error.ids).toEqual({});
  expect(error.retryAfterMs).toBeUndefined();
  expect(Object.hasOwn(error, 'cause')).toBe(false);
});

test('a PgwError has its cause, its ids and the delay before a retry', () => {
  const cause = new Error('refused');
  const ids = { endpoint: 'queryPayment', transactionNumber: 'T1' };
  const error = new PgwError('gateway-unreachable', 'No.', {
    cause,
    ids,
    retryable: true,
    retryAfterMs: 7000,
  });
  expect(error).toMatchObject({ cause, ids, retryable: true, retryAfterMs: 7000 });
});

test('the message of an InvalidRequestError lists every violation, and that nothing was sent', () => {
  const violations = [
    { path: 'customer.email', message: 'must have at most 150 characters' },
    { path: '', message: 'needs either a or b' },
  ];
  const error = new InvalidRequestError('requestPayment', violations, { ids: { referenceCode: 'A1' } });
  expect(error).toBeInstanceOf(PgwError);
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    code: 'invalid-request',
    violations,
    retryable: false,
  });
  expect(error.message).toBe(
    'requestPayment: customer.email must have at most 150 characters; needs either a or b. Nothing was sent.',
  );
  expect(error.ids).toEqual({ referenceCode: 'A1' });
});

test('a GatewayFaultError has the code, the name, the message of the gateway and the meaning', () => {
  const error = new GatewayFaultError(
    'requestPayment',
    { code: 2009, message: 'Duplicate' },
    { ids: { referenceCode: 'A1' } },
  );
  expect(error).toBeInstanceOf(PgwError);
  expect(error).toMatchObject({
    name: 'GatewayFaultError',
    code: 'gateway-fault',
    fault: { code: 2009, name: 'DuplicateTransaction', gatewayMessage: 'Duplicate', isRetryable: false },
  });
  expect(error.message).toContain('2009 DuplicateTransaction, "Duplicate"');
  expect(error.message).toContain('The earlier payment is unchanged');
});

test('a GatewayFaultError names the refused fields and keeps the details', () => {
  const validationErrors = [{ message: 'amount must be above 0', members: ['amount'] }];
  const fault = { code: 0, message: 'Your request is not valid!', details: 'One error.', validationErrors };
  const error = new GatewayFaultError('requestPayment', fault);
  expect(error.fault).toMatchObject({ details: 'One error.', validationErrors });
  expect(error.message).toContain('"Your request is not valid!" (amount must be above 0)');
});

test('a GatewayFaultError keeps an undocumented code', () => {
  const error = new GatewayFaultError('requestPayment', { code: 31_337, message: '?' });
  expect(error.fault).toMatchObject({ code: 31_337, name: 'Unknown' });
});

test('formatViolations lists violations with their paths', () => {
  expect(formatViolations([])).toBe('');
  expect(formatViolations([{ path: 'a.b', message: 'is wrong' }])).toBe('a.b is wrong');
});
