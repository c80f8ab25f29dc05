import {
  parseDayEnd,
  parseDayStart,
  renderAriaAttributes,
  toDateField,
  type FieldErrors,
  type Html,
  type TemplateValue,
  renderField,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';

/** A range of days, from a form. */
export interface DayRange {
  /** The value of the field for the first day. */
  readonly fromField: string;
  /** The value of the field for the last day. */
  readonly toField: string;
  /** The first millisecond of the first day. */
  readonly from: number;
  /** The last millisecond of the last day, at most the current time. */
  readonly to: number;
  /** The errors of the fields. With an error, `from` and `to` have no meaning. */
  readonly errors: FieldErrors;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Reads a range from a query. Both days are in the shop's time zone, and both are included. Default: the last 30 days. */
export function readDayRange(read: (name: string) => string, now: number): DayRange {
  const fromField = read('from') || toDateField(now - monthMs);
  const toField = read('to') || toDateField(now);
  const from = parseDayStart(fromField);
  const to = parseDayEnd(toField);
  const errors: Record<string, string> = {};
  if (from === undefined) errors['from'] = t('Enter a date.');
  if (to === undefined) errors['to'] = t('Enter a date.');
  if (from !== undefined && to !== undefined && from > to)
    errors['to'] = t('Enter a date after the first one.');
  return { fromField, toField, from: from ?? now, to: Math.min(to ?? now, now), errors };
}

/** Renders the two fields of a range. */
export function renderDayFields({ fromField, toField, errors }: DayRange): TemplateValue {
  const renderDayField = (name: 'from' | 'to', label: string, value: string): Html =>
    renderField({
      name,
      label,
      error: errors[name],
      control: html`<input
        id="${name}"
        name="${name}"
        type="date"
        value="${value}"
        ${renderAriaAttributes(name, undefined, errors[name])}
      />`,
    });
  return [renderDayField('from', t('From'), fromField), renderDayField('to', t('To'), toField)];
}

/** Renders the form of a range. */
export function renderDayRangeForm(
  range: DayRange,
  { action, button }: { readonly action: string; readonly button: string },
): Html {
  return html`<form class="range" action="${action}">
    ${renderDayFields(range)}
    <button class="button quiet">${button}</button>
  </form>`;
}
