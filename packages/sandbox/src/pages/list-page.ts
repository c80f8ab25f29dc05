import { html, type Html } from './html.ts';
import type { Page } from './page.ts';

export interface ListView {
  readonly heading: string;
  /** One sentence above the table. */
  readonly text: string;
  readonly columns: readonly string[];
  /** One cell a column. */
  readonly rows: readonly (readonly (Html | string)[])[];
  /** Said in place of a table without rows. */
  readonly empty: string;
}

/** A table to read, one of the lists that the front page links to. */
export function listPage({ heading, text, columns, rows, empty }: ListView): Page {
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${heading}">
    <table>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
  return {
    title: `${heading} – Sandbox Gateway`,
    look: 'plain',
    body: html`<main id="content" class="middle wide" tabindex="-1">
      <section class="card">
        <p><a href="/">Sandbox Gateway</a></p>
        <h1>${heading}</h1>
        <p class="muted">${text}</p>
        ${rows.length === 0 ? html`<p>${empty}</p>` : table}
      </section>
    </main>`,
  };
}
