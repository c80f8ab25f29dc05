import type { PgwError } from '@pgw/protocol';
import type { NotSent, Rejected, Unknown } from '../attempt.ts';

/** The failure of an operation that moves money, with its outcome. */
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

/** A failed check, whose result is already printed. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly exitCode: 1 | 2 | 3 | 5 | 6;

  constructor(exitCode: Finding['exitCode']) {
    super('A check failed.');
    this.exitCode = exitCode;
  }
}
