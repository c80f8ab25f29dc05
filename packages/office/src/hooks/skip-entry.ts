import type { FieldErrors } from '@pgw/pages';
import { createHash } from 'node:crypto';
import type { Form } from '../http/forms.ts';
import { t } from '../language/language.ts';

/** The values of the form with which a clerk skips failed calls of the shop's code. */
export interface SkipEntry {
  /** The reference of the payment. */
  readonly reference: string;
  /** Identifies the calls that the form showed; see `toCallsField`. */
  readonly calls: string;
  readonly reason: string;
  /** True when the clerk confirmed that the calls must not run. */
  readonly isConfirmed: boolean;
}

export function readSkip(reference: string, form: Form): SkipEntry {
  return {
    reference,
    calls: form.read('calls'),
    reason: form.read('reason'),
    isConfirmed: form.read('sure') === 'yes',
  };
}

/** Validates the form. Returns the errors, or undefined if there are none. */
export function validateSkip({ reason, isConfirmed }: SkipEntry): FieldErrors | undefined {
  if (reason !== '' && isConfirmed) return undefined;
  return {
    reason: reason === '' ? t('Enter why the call must not run.') : undefined,
    sure: isConfirmed ? undefined : t('Confirm that the call must not run.'),
  };
}

/** Returns the value of the field `calls`. It is short for any number of calls. */
export function toCallsField(calls: readonly { readonly key: string }[]): string {
  const keys = calls.map(({ key }) => key).join(' ');
  return createHash('sha256').update(keys).digest('base64url');
}
