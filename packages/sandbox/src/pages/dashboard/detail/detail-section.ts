import { html, type Html } from '@pgw/protocol/html';

/** A link from the details of a record to its list. */
export interface ListLink {
  readonly url: string;
  readonly label: string;
}

/** Renders the section with the details of a record. An open page replaces it as a whole. */
export function renderDetailSection(list: ListLink, content: Html): Html {
  return html`<section
    class="detail"
    id="detail"
    data-live="detail"
    aria-labelledby="detail-heading"
    tabindex="-1"
  >
    <p class="back"><a href="${list.url}">${list.label}</a></p>
    ${content}
  </section>`;
}
