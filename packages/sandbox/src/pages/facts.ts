import { html, type Html } from '@pgw/protocol/html';

/** The facts whose values are long numbers. Their font is small, so that each fits in one line. */
const numberNames: readonly string[] = ['Reference', 'Transaction'];

/** Renders facts in a box, in order. A value is below its name if the two do not fit side by side. */
export function renderFacts(facts: readonly (readonly [name: string, value: string])[]): Html {
  return html`<dl class="facts boxed">
    ${facts.map(
      ([name, value]) =>
        html`<div class="fact">
          <dt>${name}</dt>
          <dd>${numberNames.includes(name) ? html`<code>${value}</code>` : value}</dd>
        </div>`,
    )}
  </dl>`;
}
