import { renderErrorSummary as renderSummary, type FieldErrors, type TemplateValue } from '@pgw/pages';
import { t } from '../language/language.ts';

/** Renders all errors above a form, with a link to each field. */
export function renderErrorSummary(errors: FieldErrors): TemplateValue {
  return renderSummary(errors, (count) => (count === 1 ? t('Check one field') : t`Check ${count} fields`));
}
