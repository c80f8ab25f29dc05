import { formatSen, type Html, html, notice } from '@pgw/example-pages';
import { totalsOf, type BagLine } from '../bag.ts';
import { availableQuantity, type Variant } from '../catalogue.ts';
import { itemName } from '../item-name.ts';
import type { Language, Texts } from '../languages/index.ts';
import { lineView, totalsView } from './summary.ts';

/** Renders the bag. `removedVariant` is the variant that was just removed; the page offers to undo that. */
export function bagPage(language: Language, lines: readonly BagLine[], removedVariant?: Variant): Html {
  const { texts } = language;
  return html`<div class="narrow" data-live="bag">
    <h1>${texts.bag.title}</h1>
    ${removedVariant !== undefined && undoNotice(texts, removedVariant)}
    ${lines.length === 0 ? emptyBag(texts) : bagLines(language, lines)}
  </div>`;
}

function emptyBag(texts: Texts): Html {
  return html`<div class="card empty">
    <p class="lead">${texts.bag.empty}</p>
    <a class="button" href="/beans">${texts.home.seeBeans}</a>
  </div>`;
}

function bagLines({ tag, texts }: Language, lines: readonly BagLine[]): Html {
  const linesOverStock = lines.filter((line) => line.exceedsStock);
  const linesWithNewPrice = lines.filter((line) => line.price !== line.addedPrice);
  const titles = new Intl.ListFormat(tag).format(linesWithNewPrice.map((line) => titleOf(texts, line)));
  return html`<div class="bag">
      <ul class="lines">
        ${lines.map((line) => bagLine(texts, line))}
      </ul>
      <div class="bag-end">
        ${linesWithNewPrice.length > 0 && notice('warning', texts.bag.priceChanged(titles))}
        ${totalsView(texts, totalsOf(lines))}
      </div>
    </div>
    ${
      linesOverStock.length > 0
        ? notice(
            'danger',
            [...linesOverStock.map((line) => stockErrorText(texts, line)), texts.bag.takeFewer].join(' '),
          )
        : html`<a class="button wide" href="/checkout">${texts.bag.checkOut}</a>`
    }`;
}

function titleOf(texts: Texts, variant: Variant): string {
  return itemName(texts, variant.sku)?.title ?? variant.title;
}

function stockErrorText(texts: Texts, line: BagLine): string {
  const available = availableQuantity(line.product);
  const title = titleOf(texts, line);
  return available === 0 ? texts.bag.isSoldOut(title) : texts.bag.onlyLeft(title, available);
}

function bagLine(texts: Texts, line: BagLine): Html {
  const { bag, product } = texts;
  const max = availableQuantity(line.product);
  const title = titleOf(texts, line);
  const actions = html`<span class="actions">
    ${actionForm(line, 'remove', html`<button class="link" aria-label="${bag.removeItem(title)}">${bag.remove}</button>`)}
    ${actionForm(
      line,
      'quantity',
      html`${stepButton(line.quantity - 1, bag.fewerOf(title), '−', line.quantity > 1)}
        <span class="number"><span class="visually-hidden">${product.quantity}: </span>${line.quantity}</span>
        ${stepButton(line.quantity + 1, bag.moreOf(title), '+', line.quantity < max)}`,
    )}
  </span>`;
  const previousTotal = line.addedPrice * line.quantity;
  const price = html`${
    line.price !== line.addedPrice &&
    html`<del><span class="visually-hidden">${bag.previousPrice} </span>${formatSen(previousTotal)}</del> `
  }${formatSen(line.total)}`;
  return lineView(texts, line, { actions, price });
}

function stepButton(quantity: number, label: string, sign: string, isEnabled: boolean): Html {
  return html`<button
    name="quantity"
    value="${quantity}"
    aria-label="${label}"
    ${!isEnabled && html`disabled`}
  >
    ${sign}
  </button>`;
}

function actionForm(line: Variant, action: 'remove' | 'quantity' | 'restore', controls: Html): Html {
  return html`<form
    class="${action}"
    method="post"
    action="/bag/lines/${line.sku}/${action}"
    data-swap="bag bag-link"
  >
    ${controls}
  </form>`;
}

function undoNotice(texts: Texts, line: Variant): Html {
  const { bag } = texts;
  const title = titleOf(texts, line);
  const button = html`<button class="link" aria-label="${bag.putBack(title)}">${bag.undo}</button>`;
  return html`<div class="undo" data-fade>
    ${notice('success', html`${bag.itemRemoved(title)} ${actionForm(line, 'restore', button)}`)}
  </div>`;
}
