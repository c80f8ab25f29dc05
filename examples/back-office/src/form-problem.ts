import type { FieldErrors } from '@pgw/example-pages';
import type { CaptureEntry } from './capture-form.ts';
import type { RefundEntry } from './refund-form.ts';
import type { ResolveEntry } from './resolve-form.ts';

/** The reason why an action failed: the errors of a form, or a message. */
export type FormProblem =
  | { readonly refund: RefundEntry; readonly errors: FieldErrors }
  | { readonly capture: CaptureEntry; readonly errors: FieldErrors }
  | { readonly resolve: ResolveEntry; readonly errors: FieldErrors }
  | { readonly message: string };
