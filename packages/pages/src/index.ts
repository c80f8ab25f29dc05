// Templates
export { renderBreadcrumb } from './breadcrumb.ts';
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

// Money and time
export {
  currencyCode,
  formatAmount,
  formatDecimal,
  formatMoney,
  getCurrencySymbol,
  parseAmount,
  parseMoney,
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
export { readFormBody } from './form-body.ts';
