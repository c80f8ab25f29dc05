import { t } from '../language/language.ts';
import type { FieldErrors } from '@pgw/pages';
import type { Form } from '../http/forms.ts';
import { operationNames, type UnconfirmedOperation } from './unconfirmed-operations.ts';

/** The values of the form in which a clerk records the outcome of a charge or refund. */
export interface OutcomeEntry {
  /** The key of the charge or refund. */
  readonly key: string;
  /** The outcome: succeeded or failed. Undefined when the clerk chose neither. */
  readonly decision: 'done' | 'refused' | undefined;
  readonly reason: string;
  /** True when the clerk confirmed that the outcome was checked at the gateway. */
  readonly isConfirmed: boolean;
}

export function readOutcome(key: string, form: Form): OutcomeEntry {
  const decision = form.read('decision');
  return {
    key,
    decision: decision === 'done' || decision === 'refused' ? decision : undefined,
    reason: form.read('reason'),
    isConfirmed: form.read('sure') === 'yes',
  };
}

/** Validates the form. Returns the outcome to record or the errors. */
export function validateOutcome(
  { decision, reason, isConfirmed }: OutcomeEntry,
  kind: UnconfirmedOperation['kind'],
): { readonly decision: 'done' | 'refused'; readonly reason: string } | { readonly errors: FieldErrors } {
  if (decision !== undefined && reason !== '' && isConfirmed) return { decision, reason };
  return {
    errors: {
      decision: decision === undefined ? t`Choose the outcome of the ${t(operationNames[kind])}.` : undefined,
      reason: reason === '' ? t('Enter where you found the outcome.') : undefined,
      sure: isConfirmed ? undefined : t('Confirm that you have checked it.'),
    },
  };
}
