import type { Inspection } from '@pgw/server/operator';
import type { FormProblem } from './form-problem.ts';

/** The data of the forms of one payment. */
export interface PaymentFormView {
  readonly inspection: Inspection;
  /** Creates an idempotency key. Two submissions of a form with the same key have the effect of one. */
  readonly createKey: () => string;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
  /** The values and errors of the submitted form, when it was refused. */
  readonly problem?: FormProblem | undefined;
}
