import type { GatewayProfile } from '@pgw/protocol';
import { isBlankNumber } from '@pgw/protocol/internal';

/** The parameters that the gateway adds to the return URL. They are not signed. */
export interface ReturnParameters {
  readonly reference: string | undefined;
  readonly transactionNumber: string | undefined;
}

export function readReturnParameters(
  fields: URLSearchParams,
  names: GatewayProfile['returnParameters'],
): ReturnParameters {
  const transactionNumber = readParameter(fields, names.transactionNumber) ?? '';
  return {
    reference: readParameter(fields, names.referenceCode),
    transactionNumber: isBlankNumber(transactionNumber) ? undefined : transactionNumber,
  };
}

/** No number of the gateway is longer. */
const maxLength = 100;

/**
 * Returns the value of a parameter. A page that escapes the URL twice writes `&amp;` before a name. Of several
 * values the last counts, because the gateway adds its parameters at the end.
 */
function readParameter(fields: URLSearchParams, name: string): string | undefined {
  const values = [...fields]
    .filter(
      ([key]) =>
        key
          .replace(/^(amp;)+/, '')
          .trim()
          .toLowerCase() === name.toLowerCase(),
    )
    .map(([, value]) => removeCopies(removePadding(value)))
    .filter((value) => value !== '' && value.length <= maxLength && !hasControlCharacter.test(value));
  return values.at(-1);
}

// eslint-disable-next-line no-control-regex -- no number has these characters, and PostgreSQL refuses U+0000
const hasControlCharacter = /[\u0000-\u001F\u007F]/;

function removePadding(text: string): string {
  return /[^\s\p{C}](?:.*[^\s\p{C}])?/su.exec(text)?.[0] ?? '';
}

/** Returns `R1` for `R1,R1`: some servers join the values of a repeated parameter with commas. */
function removeCopies(text: string): string {
  const [first = '', ...others] = text.split(',').map(removePadding);
  return others.every((other) => other === first) ? first : text;
}
