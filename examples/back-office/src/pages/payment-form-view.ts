import type { Inspection } from '@pgw/express';
import type { FormProblem } from '../form-problem.ts';

/** The data of the forms of one payment. */
export interface PaymentFormView {
  readonly inspection: Inspection;
  /** Creates the key of a form. */
  readonly newKey: () => string;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
  /** The values and errors of the form that was just submitted. */
  readonly problem?: FormProblem;
}
