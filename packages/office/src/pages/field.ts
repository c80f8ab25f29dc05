import { renderErrorSummary as renderSummary, renderField as renderPlainField } from '@pgw/pages';
import type { FieldErrors, FieldView, Html, TemplateValue } from '@pgw/pages';
import { t } from '../language/language.ts';

/** Renders a control with its label, which is translated, its hint and its error. */
export function renderField(view: FieldView): Html {
  return renderPlainField({ ...view, label: t(view.label) });
}

/** Renders all errors above a form, with a link to each field. */
export function renderErrorSummary(errors: FieldErrors): TemplateValue {
  return renderSummary(errors, (count) => (count === 1 ? t('Check one field') : t`Check ${count} fields`));
}
