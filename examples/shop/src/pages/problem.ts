import { type Html, html } from '@pgw/example-pages';
import type { Texts } from '../languages/index.ts';

/** The page does not exist, or this visitor may not see it. Both look the same. */
export function notFoundPage(texts: Texts): Html {
  return problem(texts, texts.problem.notFound, texts.problem.notFoundText);
}

/** The request is not valid. */
export function badRequestPage(texts: Texts, text: string): Html {
  return problem(texts, texts.problem.badRequest, text);
}

/** The shop has failed. */
export function errorPage(texts: Texts): Html {
  return problem(texts, texts.problem.serverError, texts.problem.serverErrorText);
}

function problem(texts: Texts, title: string, text: string): Html {
  return html`<div class="narrow problem">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <p>
      <a class="button" href="/">${texts.problem.seeShop}</a>
      <a class="button quiet" href="/orders">${texts.frame.yourOrders}</a>
    </p>
  </div>`;
}
