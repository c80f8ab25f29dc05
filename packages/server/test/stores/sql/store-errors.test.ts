import { expect, it, onTestFinished, vi } from 'vitest';
import { findFailure, repeatAfterConflict, type Failure } from '../../../src/stores/sql/store-errors.ts';

// The codes of PostgreSQL.
const serializationFailure = '40001';
const deadlock = '40P01';
const uniqueViolation = '23505';
const adminShutdown = '57P01';

const createDatabaseError = (code: string): Error =>
  Object.assign(new Error(`database error ${code}`), { code });

/** Creates a function that fails once with each error and then returns the number of its calls. */
function createFailingTransaction(...errors: readonly unknown[]): () => Promise<number> {
  const remainingErrors = [...errors];
  let calls = 0;
  return async () => {
    calls += 1;
    if (remainingErrors.length > 0) throw remainingErrors.shift();
    return calls;
  };
}

it.each([
  ['a serialization failure', serializationFailure],
  ['a deadlock', deadlock],
])('a transaction that fails because of %s (%s) is repeated', async (_conflict, code) => {
  expect(
    await repeatAfterConflict(createFailingTransaction(createDatabaseError(code), createDatabaseError(code))),
  ).toBe(3);
});

it('a transaction is repeated if the cause of its error is a conflict', async () => {
  const wrapped = new Error('The payment store failed.', {
    cause: createDatabaseError(serializationFailure),
  });
  expect(await repeatAfterConflict(createFailingTransaction(wrapped))).toBe(2);
});

it('a transaction that conflicts 30 times in a short time is successful in the end', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const errors = Array.from({ length: 30 }, () => createDatabaseError(serializationFailure));
  expect(await repeatAfterConflict(createFailingTransaction(...errors))).toBe(31);
});

it('a transaction with a conflict in every attempt fails after the time limit with the error of the database', async () => {
  const error = createDatabaseError(serializationFailure);
  const transaction = vi.fn(() => Promise.reject(error));
  await expect(repeatAfterConflict(transaction, { maxMs: 20 })).rejects.toBe(error);
  expect(transaction.mock.calls.length).toBeGreaterThan(1);
});

it.each([
  [createDatabaseError(uniqueViolation)],
  [createDatabaseError(adminShutdown)],
  [new Error('no stock')],
  [serializationFailure],
  [undefined],
])('a transaction that fails with another error is not repeated: %s', async (error) => {
  expect(findFailure(error, 'conflict')).toBeUndefined();
  await expect(repeatAfterConflict(createFailingTransaction(error))).rejects.toBe(error);
});

it('the search for a conflict ends for an error that is its own cause', () => {
  const error = new Error('no stock');
  error.cause = error;
  expect(findFailure(error, 'conflict')).toBeUndefined();
});

it.each<[string, Failure[], object]>([
  ['a serialization failure', ['conflict'], { code: '40001' }],
  ['a server that stops', ['connectionLost', 'unreachable'], { code: '57P01' }],
  ['a server that has crashed', ['connectionLost'], { code: '57P02' }],
  ['a connection exception', ['connectionLost'], { code: '08006' }],
  ['a connection that was terminated', ['connectionLost'], new Error('Connection terminated unexpectedly')],
  ['too many connections', ['unreachable'], { code: '53300' }],
  ['a host without an address', ['unreachable'], { code: 'ENOTFOUND' }],
  ['damaged data', ['damaged'], { code: 'XX001' }],
  ['a damaged file of SQLite', ['damaged'], { errcode: 267 }],
  ['a file that is not a database', ['damaged'], { errcode: 26 }],
  ['a full disk of PostgreSQL', ['diskFull'], { code: '53100' }],
  ['a full disk of SQLite', ['diskFull'], { errcode: 13 }],
  ['a unique violation', [], { code: uniqueViolation, errcode: 2067 }],
])('%s is recognized as %j, also as a cause', (_title, expected, properties) => {
  const error = properties instanceof Error ? properties : Object.assign(new Error('failed'), properties);
  const kinds: readonly Failure[] = ['conflict', 'connectionLost', 'unreachable', 'damaged', 'diskFull'];
  expect(kinds.filter((kind) => findFailure(error, kind) === error)).toEqual(expected);
  const wrapped = new Error('wrapped', { cause: error });
  expect(kinds.filter((kind) => findFailure(wrapped, kind) === error)).toEqual(expected);
});
