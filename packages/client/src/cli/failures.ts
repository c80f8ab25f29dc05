import type { PgwError } from '@pgw/protocol';
import type { NotSent, Rejected, Unknown } from '../attempt.ts';

/** A call that moves money and did not end well, with what is known of it. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly kind: 'rejected' | 'not-sent' | 'unknown';
  readonly error: PgwError;

  constructor({ kind, error }: Rejected | NotSent | Unknown) {
    super(error.message);
    this.kind = kind;
    this.error = error;
  }
}

/** A check that does not hold. Its result is printed already. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly exitCode: 1 | 2 | 3 | 5 | 6;

  constructor(exitCode: Finding['exitCode']) {
    super('A check does not hold.');
    this.exitCode = exitCode;
  }
}
