import { html, type Html, type TemplateValue } from '@pgw/protocol/html';

/** Renders facts as names and values. Facts without a value are left out. */
export function renderFacts(
  facts: readonly (readonly [name: string, value: TemplateValue])[],
  classes = '',
): Html {
  const known = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  return html`<dl class="facts ${classes}">
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
