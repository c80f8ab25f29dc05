import type { FieldErrors } from '@pgw/pages';
import type { SkipEntry } from '../hooks/skip-entry.ts';
import type { CaptureEntry } from '../operations/capture-entry.ts';
import type { RefundEntry } from '../operations/refund-entry.ts';
import type { Refusal } from '../pages/refusal.ts';
import type { OutcomeEntry } from '../operations/outcome-entry.ts';

/** The reason why an action failed: the errors of a form, or a message. */
export type FormProblem =
  | { readonly refund: RefundEntry; readonly errors: FieldErrors }
  | { readonly capture: CaptureEntry; readonly errors: FieldErrors }
  | { readonly outcome: OutcomeEntry; readonly errors: FieldErrors }
  | { readonly skip: SkipEntry; readonly errors: FieldErrors }
  | Refusal;
