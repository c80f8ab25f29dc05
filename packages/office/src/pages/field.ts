import { renderErrorSummary as renderSummary, renderField as renderPlainField } from '@pgw/pages';
import type { FieldErrors, FieldView, Html, TemplateValue } from '@pgw/pages';
import { t } from '../language/language.ts';

/** Renders a control with its label and hint, which are translated, and its error. */
export function renderField(view: FieldView): Html {
  const { label, hint } = view;
  return renderPlainField({ ...view, label: t(label), hint: hint === undefined ? undefined : t(hint) });
}

/** Renders all errors above a form, with a link to each field. */
export function renderErrorSummary(errors: FieldErrors): TemplateValue {
  return renderSummary(errors, (count) => (count === 1 ? t('Check one field') : t`Check ${count} fields`));
}
