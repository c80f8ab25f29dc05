import { renderBreadcrumb, type Html, html, icons } from '@pgw/pages';
import { formatAddress } from '../orders/details.ts';
import type { Texts } from '../languages/index.ts';
import type { Order } from '../orders/orders.ts';
import { renderOrderSummary } from './summary.ts';

/** Renders the third step of the checkout: the entered details and the payment. */
export function renderPaymentPage(texts: Texts, order: Order, checkout: Html): Html {
  const { email, phone } = order.details;
  const { payment, details, summary } = texts;
  return html`<div class="columns payment">
    ${renderOrderSummary(texts, order, summary.shippingTime)}
    <div>
      ${renderBreadcrumb(
        [
          ['/bag', texts.frame.bag],
          ['/checkout', details.step],
        ],
        payment.title,
        texts.frame.breadcrumb,
      )}
      <h1><span class="if-wide">${details.heading}</span><span class="if-narrow">${payment.title}</span></h1>
      ${renderDetailsCard({
        title: details.contact,
        text: `${email} · ${phone}`,
        href: '/checkout#name',
        linkText: payment.edit,
        linkName: payment.editContact,
      })}
      ${renderDetailsCard({
        title: details.delivery,
        text: formatAddress(order.details),
        href: '/checkout#address',
        linkText: payment.edit,
        linkName: payment.editDelivery,
      })}
      <p class="step"><span class="number" aria-hidden="true">3</span> ${payment.title}</p>
      ${checkout}
    </div>
  </div>`;
}

/** Renders the page to choose a bank, for browsers without scripts. */
export function renderBankPage(texts: Texts, order: Order, checkout: Html): Html {
  const { payment, frame } = texts;
  const path = `/checkout/${order.id}`;
  return html`<div class="columns payment">
    ${renderOrderSummary(texts, order)}
    <div>
      ${renderBreadcrumb([[path, payment.title]], payment.bankHeading, frame.breadcrumb)}
      <h1>${payment.bankHeading}</h1>
      ${checkout}
      <p class="other-way"><a href="${path}">${payment.otherWay}</a></p>
    </div>
  </div>`;
}

/**
 * Renders the content of the element. A browser shows it when it can neither render the list of channels nor
 * run the script.
 */
export function renderFallbackContent({ payment }: Texts, order: Order): Html {
  return html`<div class="card fallback">
    <p>${payment.loading}</p>
    <form method="post" action="/pgw/start">
      <input type="hidden" name="order" value="${order.id}" />
      <button class="button">${payment.payOnPage}</button>
    </form>
  </div>`;
}

interface DetailsCard {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  /** The text of the link. */
  readonly linkText: string;
  /** The name of the link for screen readers. */
  readonly linkName: string;
}

function renderDetailsCard({ title, text, href, linkText, linkName }: DetailsCard): Html {
  return html`<section class="card done">
    <span class="badge success">${icons.tick}</span>
    <div>
      <h2>${title}</h2>
      <p class="muted">${text}</p>
    </div>
    <a href="${href}" aria-label="${linkName}">${linkText}</a>
  </section>`;
}
