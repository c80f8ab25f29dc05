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
export { currencyCode, formatDecimal, formatMoney, parseMoney } from './money.ts';
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

// Requests and responses
export { getClientErrorStatus } from './client-error-status.ts';
export { isLoopback } from './loopback.ts';
export { requireOwnOrigin } from './require-own-origin.ts';
export { getNonce, setSecurityHeaders, type PolicySource } from './security-headers.ts';
export { staticDirectory } from './static-directory.ts';
