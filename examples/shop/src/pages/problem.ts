import { type Html, html } from '@pgw/pages';
import type { Texts } from '../languages/index.ts';

/** Renders the page for a URL that does not exist and for an order of another visitor. */
export function renderNotFoundPage(texts: Texts): Html {
  return renderProblemPage(texts, texts.problem.notFound, texts.problem.notFoundText);
}

/** Renders the page for an invalid request. */
export function renderBadRequestPage(texts: Texts, text: string): Html {
  return renderProblemPage(texts, texts.problem.badRequest, text);
}

/** Renders the page for a network that has placed too many orders. */
export function renderTooManyOrdersPage(texts: Texts): Html {
  return renderProblemPage(texts, texts.problem.tooManyOrders, texts.problem.tooManyOrdersText);
}

/** Renders the page for an error of the shop. */
export function renderErrorPage(texts: Texts): Html {
  return renderProblemPage(texts, texts.problem.serverError, texts.problem.serverErrorText);
}

function renderProblemPage(texts: Texts, title: string, text: string): Html {
  return html`<div class="narrow problem">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <p>
      <a class="button" href="/">${texts.problem.seeShop}</a>
      <a class="button quiet" href="/orders">${texts.frame.yourOrders}</a>
    </p>
  </div>`;
}
