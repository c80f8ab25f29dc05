import { html, renderFacts as renderFactsOfKit, type Html } from '@pgw/pages';

/** The facts whose values are long numbers. Their font is small, so that each fits in one line. */
const numberNames: readonly string[] = ['Reference', 'Transaction'];

/** Renders facts in a box, in order. A value is below its name if the two do not fit side by side. */
export function renderFacts(facts: readonly (readonly [name: string, value: string])[]): Html {
  const values = facts.map(
    ([name, value]) => [name, numberNames.includes(name) ? html`<code>${value}</code>` : value] as const,
  );
  return renderFactsOfKit(values, 'boxed');
}
