import { type Html, html, notice, formatSen } from '@pgw/example-pages';
import { totalsOf, type BagLine } from '../bag.ts';
import { availableQuantity, type Variant } from '../catalogue.ts';
import { itemName } from '../item-name.ts';
import type { Language, Texts } from '../languages/index.ts';
import { lineView, totalsView } from './summary.ts';

/** The bag. `removed` is the line that was removed last, for its undo. */
export function bagPage(language: Language, lines: readonly BagLine[], removed?: Variant): Html {
  const { texts } = language;
  return html`<div class="narrow" data-live="bag">
    <h1>${texts.bag.title}</h1>
    ${removed !== undefined && undo(texts, removed)}
    ${lines.length === 0 ? empty(texts) : filled(language, lines)}
  </div>`;
}

function empty(texts: Texts): Html {
  return html`<div class="card empty">
    <p class="lead">${texts.bag.empty}</p>
    <a class="button" href="/beans">${texts.home.seeBeans}</a>
  </div>`;
}

function filled({ tag, texts }: Language, lines: readonly BagLine[]): Html {
  const short = lines.filter((line) => line.exceedsStock);
  const changed = lines.filter((line) => line.price !== line.addedPrice);
  const titles = new Intl.ListFormat(tag).format(changed.map((line) => titleOf(texts, line)));
  return html`<div class="bag">
      <ul class="lines">
        ${lines.map((line) => bagLine(texts, line))}
      </ul>
      <div class="bag-end">
        ${changed.length > 0 && notice('warning', texts.bag.priceChanged(titles))}
        ${totalsView(texts, totalsOf(lines))}
      </div>
    </div>
    ${
      short.length > 0
        ? notice('danger', [...short.map((line) => shortText(texts, line)), texts.bag.takeFewer].join(' '))
        : html`<a class="button wide" href="/checkout">${texts.bag.checkOut}</a>`
    }`;
}

function titleOf(texts: Texts, variant: Variant): string {
  return itemName(texts, variant.sku)?.title ?? variant.title;
}

function shortText(texts: Texts, line: BagLine): string {
  const left = availableQuantity(line.product);
  const title = titleOf(texts, line);
  return left === 0 ? texts.bag.isSoldOut(title) : texts.bag.onlyLeft(title, left);
}

function bagLine(texts: Texts, line: BagLine): Html {
  const { bag, product } = texts;
  const most = availableQuantity(line.product);
  const title = titleOf(texts, line);
  const actions = html`<span class="actions">
    ${action(line, 'remove', html`<button class="link" aria-label="${bag.removeItem(title)}">${bag.remove}</button>`)}
    ${action(
      line,
      'quantity',
      html`${step(line.quantity - 1, bag.fewerOf(title), '−', line.quantity > 1)}
        <span class="number"><span class="unseen">${product.quantity}: </span>${line.quantity}</span>
        ${step(line.quantity + 1, bag.moreOf(title), '+', line.quantity < most)}`,
    )}
  </span>`;
  const before = line.addedPrice * line.quantity;
  const price = html`${
    line.price !== line.addedPrice &&
    html`<del><span class="unseen">${bag.previousPrice} </span>${formatSen(before)}</del> `
  }${formatSen(line.total)}`;
  return lineView(texts, line, { actions, price });
}

function step(quantity: number, name: string, sign: string, isPossible: boolean): Html {
  return html`<button
    name="quantity"
    value="${quantity}"
    aria-label="${name}"
    ${!isPossible && html`disabled`}
  >
    ${sign}
  </button>`;
}

function action(line: Variant, what: 'remove' | 'quantity' | 'restore', controls: Html): Html {
  return html`<form
    class="${what}"
    method="post"
    action="/bag/lines/${line.sku}/${what}"
    data-swap="bag bag-link"
  >
    ${controls}
  </form>`;
}

function undo(texts: Texts, line: Variant): Html {
  const { bag } = texts;
  const title = titleOf(texts, line);
  const button = html`<button class="link" aria-label="${bag.putBack(title)}">${bag.undo}</button>`;
  return html`<div class="undo" data-fade>
    ${notice('success', html`${bag.removed(title)} ${action(line, 'restore', button)}`)}
  </div>`;
}
