import { isCount, isObject, isOneOf, isText } from '../api/response-guards.ts';

/** The value that a property has, or whether it accepts one. Numbers are texts here, such as the id of an order. */
export type Accept = (value: unknown) => unknown;

/** The values of absent properties. All others are null. */
const defaults: Readonly<Record<PropertyKey, unknown>> = { order: '', headingLevel: 2 };

export function getDefault(name: PropertyKey): unknown {
  return defaults[name] ?? null;
}

/** Vue sets 0 for undefined, so 0 is the default level. */
export const acceptLevel: Accept = (value) =>
  isText(value) && /^\s*\d+\s*$/.test(value) && (Number(value) || defaults['headingLevel']);

/** Accepts `[1, 4]`, `'1,4'` and `4`. */
export const acceptIds: Accept = (value) => {
  const items = [value].flat();
  const text = items.every((item) => isText(item) || isCount(item)) ? items.join() : 'invalid';
  return /^[\d\s,]*$/.test(text) && (text.match(/\d+/g) ?? []).map(Number);
};

/** Paths are joined to a URL, so it has no query and no fragment. */
export const acceptUrl: Accept = (value) => isText(value) && !/[?#]/.test(value);

export const isNone: Accept = isOneOf(['none']);
export const isTheme: Accept = isOneOf(['light', 'dark', 'auto']);

export const acceptFunction: Accept = (value) => typeof value === 'function';

/** Accepts texts and plural texts by their ids. A missing text may be undefined. */
export const acceptTexts: Accept = (value) =>
  isObject(value) &&
  Object.values(value).every((text) => typeof (isObject(text) ? text['other'] : (text ?? '')) === 'string');
