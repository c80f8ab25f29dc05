import {
  html,
  parseDayEnd,
  parseDayStart,
  renderAriaAttributes,
  renderField,
  toDateField,
  type FieldErrors,
  type Html,
} from '@pgw/pages';
import { readText } from '../context.ts';

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
export function readDayRange(query: unknown, now: number): DayRange {
  const fromField = readText(query, 'from') || toDateField(now - monthMs);
  const toField = readText(query, 'to') || toDateField(now);
  const from = parseDayStart(fromField);
  const to = parseDayEnd(toField);
  const errors: Record<string, string> = {};
  if (from === undefined) errors['from'] = 'Enter a date.';
  if (to === undefined) errors['to'] = 'Enter a date.';
  if (from !== undefined && to !== undefined && from > to) errors['to'] = 'Enter a date after the first one.';
  return { fromField, toField, from: from ?? now, to: Math.min(to ?? now, now), errors };
}

/** Renders the form of a range. */
export function renderDayRangeForm(
  { fromField, toField, errors }: DayRange,
  { action, button }: { readonly action: string; readonly button: string },
): Html {
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
  return html`<form class="range" action="${action}">
    ${renderDayField('from', 'From', fromField)} ${renderDayField('to', 'To', toField)}
    <button class="button quiet">${button}</button>
  </form>`;
}
