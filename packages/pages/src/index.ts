// Templates
export { renderBreadcrumb } from './breadcrumb.ts';
export { renderChip, type Chip } from './chip.ts';
export { renderDocument } from './document.ts';
export { renderFacts } from './facts.ts';
export {
  renderAriaAttributes,
  renderErrorSummary,
  renderField,
  type FieldErrors,
  type FieldView,
} from './field.ts';
export { html, trustedHtml, type Html, type TemplateValue } from '@pgw/protocol/html';
export { icons } from './icons.ts';
export { renderNotice } from './notice.ts';
export { renderTable, type Column, type Table } from './table.ts';

// Money and time
export {
  currencyCode,
  formatAmount,
  formatDecimal,
  formatMoney,
  getCurrencySymbol,
  parseAmount,
  parseMoney,
  toAmountParts,
} from './money.ts';
export {
  formatDateTime,
  parseDayEnd,
  toDateField,
  parseDayStart,
  formatExactTime,
  toDateTimeField,
  parseDateTimeField,
  formatShortDay,
  timeZone,
} from './time.ts';

// Forms
export { readField, readFormBody, toFieldText } from './form-body.ts';
