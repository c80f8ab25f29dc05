import { describe, expect, it } from 'vitest';
import { isConflict, repeated } from '../../../../src/stores/sql/dialects/conflicts.ts';

const refused = (code: string): Error => Object.assign(new Error('refused'), { code });

/** Fails with each of these in turn, then succeeds with the number of tries. */
function failing(...errors: readonly unknown[]): () => Promise<number> {
  const left = [...errors];
  let tries = 0;
  return async () => {
    tries += 1;
    if (left.length > 0) throw left.shift();
    return tries;
  };
}

describe('a transaction with a conflict', () => {
  it.each(['40001', '40P01'])('is repeated: %s', async (code) => {
    expect(await repeated(failing(refused(code), refused(code)))).toBe(3);
  });

  it('is repeated if the cause of an error is a conflict', async () => {
    const wrapped = new Error('The payment store failed.', { cause: refused('40001') });
    expect(await repeated(failing(wrapped))).toBe(2);
  });

  it('fails with the last error of the database after its attempts', async () => {
    const errors = Array.from({ length: 30 }, () => refused('40001'));
    await expect(repeated(failing(...errors))).rejects.toBe(errors[9]);
  });
});

describe('another failure', () => {
  it.each([[refused('23505')], [refused('57P01')], [new Error('no stock')], ['40001'], [undefined]])(
    'is not repeated: %s',
    async (error) => {
      expect(isConflict(error)).toBe(false);
      await expect(repeated(failing(error))).rejects.toBe(error);
    },
  );

  it('with an error that is its own cause is not searched endlessly', () => {
    const error = new Error('no stock');
    error.cause = error;
    expect(isConflict(error)).toBe(false);
  });
});
