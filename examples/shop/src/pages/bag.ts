import { formatMoney, type Html, html, renderNotice } from '@pgw/pages';
import { calculateTotals, type BagLine } from '../orders/bag.ts';
import { getAvailableQuantity, type Variant } from '../catalogue/catalogue.ts';
import { findItemName } from '../catalogue/item-name.ts';
import type { Language, Texts } from '../languages/index.ts';
import { renderLine, renderTotals } from './summary.ts';

/** Renders the bag. `removedVariant` is the variant that was just removed; the page offers to undo that. */
export function renderBagPage(language: Language, lines: readonly BagLine[], removedVariant?: Variant): Html {
  const { texts } = language;
  return html`<div class="narrow" data-live="bag">
    <h1>${texts.bag.title}</h1>
    ${removedVariant !== undefined && renderUndoNotice(texts, removedVariant)}
    ${lines.length === 0 ? renderEmptyBag(texts) : renderBagLines(language, lines)}
  </div>`;
}

function renderEmptyBag(texts: Texts): Html {
  return html`<div class="card empty">
    <p class="lead">${texts.bag.empty}</p>
    <a class="button" href="/beans">${texts.home.seeBeans}</a>
  </div>`;
}

function renderBagLines({ tag, texts }: Language, lines: readonly BagLine[]): Html {
  const linesOverStock = lines.filter((line) => line.exceedsStock);
  const linesWithNewPrice = lines.filter((line) => line.price !== line.addedPrice);
  const titles = new Intl.ListFormat(tag).format(linesWithNewPrice.map((line) => getTitle(texts, line)));
  return html`<div class="bag">
      <ul class="lines">
        ${lines.map((line) => renderBagLine(texts, line))}
      </ul>
      <div>
        ${linesWithNewPrice.length > 0 && renderNotice('warning', texts.bag.priceChanged(titles))}
        ${renderTotals(texts, calculateTotals(lines))}
      </div>
    </div>
    ${
      linesOverStock.length > 0
        ? renderNotice(
            'danger',
            [...linesOverStock.map((line) => describeStockError(texts, line)), texts.bag.takeFewer].join(' '),
          )
        : html`<a class="button wide" href="/checkout">${texts.bag.checkOut}</a>`
    }`;
}

function getTitle(texts: Texts, variant: Variant): string {
  return findItemName(texts, variant.sku)?.title ?? variant.title;
}

function describeStockError(texts: Texts, line: BagLine): string {
  const available = getAvailableQuantity(line.product);
  const title = getTitle(texts, line);
  return available === 0 ? texts.bag.isSoldOut(title) : texts.bag.onlyLeft(title, available);
}

function renderBagLine(texts: Texts, line: BagLine): Html {
  const { bag, product } = texts;
  const max = getAvailableQuantity(line.product);
  const title = getTitle(texts, line);
  const actions = html`<span class="actions">
    ${renderActionForm(line, 'remove', html`<button class="link" aria-label="${bag.removeItem(title)}">${bag.remove}</button>`)}
    ${renderActionForm(
      line,
      'quantity',
      html`${renderStepButton(line.quantity - 1, bag.fewerOf(title), '−', line.quantity > 1)}
        <span class="number"><span class="visually-hidden">${product.quantity} </span>${line.quantity}</span>
        ${renderStepButton(line.quantity + 1, bag.moreOf(title), '+', line.quantity < max)}`,
    )}
  </span>`;
  const previousTotal = line.addedPrice * line.quantity;
  const price = html`${
    line.price !== line.addedPrice &&
    html`<del><span class="visually-hidden">${bag.previousPrice} </span>${formatMoney(previousTotal)}</del> `
  }${formatMoney(line.total)}`;
  return renderLine(texts, line, { actions, price });
}

function renderStepButton(quantity: number, label: string, sign: string, isEnabled: boolean): Html {
  return html`<button
    name="quantity"
    value="${quantity}"
    aria-label="${label}"
    ${!isEnabled && html`disabled`}
  >
    ${sign}
  </button>`;
}

function renderActionForm(line: Variant, action: 'remove' | 'quantity' | 'restore', controls: Html): Html {
  return html`<form
    class="${action}"
    method="post"
    action="/bag/lines/${line.sku}/${action}"
    data-swap="bag bag-link"
  >
    ${controls}
  </form>`;
}

function renderUndoNotice(texts: Texts, line: Variant): Html {
  const { bag } = texts;
  const title = getTitle(texts, line);
  const button = html`<button class="link" aria-label="${bag.putBack(title)}">${bag.undo}</button>`;
  return html`<div class="undo" data-fade>
    ${renderNotice('success', html`${bag.itemRemoved(title)} ${renderActionForm(line, 'restore', button)}`)}
  </div>`;
}
