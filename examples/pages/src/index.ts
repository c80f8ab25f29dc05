// Templates
export { breadcrumb } from './breadcrumb.ts';
export { described, errorSummary, fieldView, type FieldErrors, type FieldView } from './field.ts';
export { html, trusted, type Html, type Part } from './html.ts';
export { icons } from './icons.ts';
export { notice } from './notice.ts';

// Money and time
export { currencyCode, decimalMoney, ringgit, senOf } from './money.ts';
export {
  dateAndTime,
  dayEnd,
  dayField,
  dayStart,
  exactTime,
  minuteField,
  minuteStart,
  shortDay,
  timeZone,
} from './time.ts';

// Requests and responses
export { errorStatus } from './error-status.ts';
export { isLoopback } from './loopback.ts';
export { ownOrigin } from './own-origin.ts';
export { nonceOf, securityHeaders, type PolicySource } from './security-headers.ts';
export { staticFiles } from './static-files.ts';
