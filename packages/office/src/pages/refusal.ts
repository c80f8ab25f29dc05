import type { Html } from '@pgw/pages';
import { english, html, t } from '../language/language.ts';

/** What a clerk can do after an error, by the code of the error. */
const sentences: Readonly<Record<string, string>> = {
  'gateway-unreachable': 'The gateway does not respond. Nothing was changed. Try again in a few minutes.',
  'gateway-busy': 'The gateway has too many requests. Nothing was changed. Try again in a few minutes.',
  'outcome-unknown':
    'It is unclear whether the gateway has done this. Look at the state here before you try again.',
  'gateway-fault': 'The gateway has refused this. Nothing was changed.',
  'invalid-request': 'This is not possible now. Nothing was changed.',
  'store-unavailable': 'The shop’s database does not respond. Look at the state here before you try again.',
};

/** An error for a clerk: a sentence, and the message for developers and the gateway's support. */
export interface Refusal {
  readonly text: string;
  readonly details?: string | undefined;
}

export function describeRefusal({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): Refusal {
  return { text: t(sentences[code] ?? 'This was not possible.'), details: message };
}

/** Renders the sentence. The message is folded. */
export function renderRefusal({ text, details }: Refusal): Html {
  if (details === undefined) return html`${text}`;
  return html`${text}
    <details class="raw">
      <summary>Details</summary>
      <p>${english(details)}</p>
    </details>`;
}
