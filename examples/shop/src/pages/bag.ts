import { type Html, html, notice, ringgit } from '@pgw/example-pages';
import { totalsOf, type BagLine } from '../bag.ts';
import { available, type Variant } from '../catalogue.ts';
import { lineView, totalsView } from './summary.ts';

/** The bag. `removed` is the line that was just taken out, for its undo. */
export function bagPage(lines: readonly BagLine[], removed?: Variant): Html {
  return html`<div class="narrow" data-live="bag">
    <h1>Your bag</h1>
    ${removed !== undefined && undo(removed)} ${lines.length === 0 ? empty : filled(lines)}
  </div>`;
}

const empty = html`<div class="card empty">
  <p class="lead">Your bag is empty.</p>
  <a class="button" href="/beans">See our beans</a>
</div>`;

function filled(lines: readonly BagLine[]): Html {
  const short = lines.filter((line) => line.isShort);
  const changed = lines.filter((line) => line.price !== line.addedPrice);
  return html`<div class="bag">
      <ul class="lines">
        ${lines.map(bagLine)}
      </ul>
      <div class="bag-end">
        ${
          changed.length > 0 &&
          notice(
            'warning',
            `The price of ${names(changed)} changed since you added it. Today’s price is shown.`,
          )
        }
        ${totalsView(totalsOf(lines))}
      </div>
    </div>
    ${
      short.length > 0
        ? notice('danger', `${short.map(shortText).join(' ')} Remove it or take fewer to check out.`)
        : html`<a class="button wide" href="/checkout">Check out</a>`
    }`;
}

function names(lines: readonly BagLine[]): string {
  return lines.map(({ title }) => title).join(' and ');
}

function shortText(line: BagLine): string {
  const left = available(line.product);
  return left === 0 ? `${line.title} is sold out.` : `Only ${left} of ${line.title} are left.`;
}

function bagLine(line: BagLine): Html {
  const most = available(line.product);
  const actions = html`<span class="actions">
    ${action(line, 'remove', html`<button class="link" aria-label="Remove ${line.title}">Remove</button>`)}
    ${action(
      line,
      'quantity',
      html`${step(line.quantity - 1, `One fewer ${line.title}`, '−', line.quantity > 1)}
      ${step(line.quantity + 1, `One more ${line.title}`, '+', line.quantity < most)}`,
    )}
  </span>`;
  const before = line.addedPrice * line.quantity;
  const price = html`${
    line.price !== line.addedPrice && html`<del><span class="unseen">Was </span>${ringgit(before)}</del> `
  }${ringgit(line.total)}`;
  return lineView(line, { actions, price });
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

function action(line: Variant, what: 'remove' | 'quantity' | 'restore', button: Html): Html {
  return html`<form
    class="${what}"
    method="post"
    action="/bag/lines/${line.sku}/${what}"
    data-swap="bag bag-link"
  >
    ${button}
  </form>`;
}

function undo(line: Variant): Html {
  const button = html`<button class="link" aria-label="Undo: put ${line.title} back">Undo</button>`;
  return html`<div class="undo" data-fade>
    ${notice('success', html`${line.title} removed. ${action(line, 'restore', button)}`)}
  </div>`;
}
