import { breadcrumb, type Html, html, icons, ringgit } from '@pgw/example-pages';
import { available, type Option, type Product } from '../catalogue.ts';

/** How much is left, when it matters. */
export function stockText({ stock }: Product): string | undefined {
  if (stock === undefined) return undefined;
  return stock === 0 ? 'Sold out' : `Only ${stock} left`;
}

/** One product, with its choices. `said` is the answer to the last press. */
export function productPage(product: Product, said?: string): Html {
  const { name, category, options } = product;
  return html`<div class="product">
    <div class="tile ${category}">${choiceViews(product, 'picture')}</div>
    <div class="about">
      ${breadcrumb([[`/${category}`, category === 'beans' ? 'Beans' : 'Brewing']], name)}
      <h1>${name}</h1>
      <p class="lead">${product.sentence}</p>
      <p class="price">${choiceViews(product, 'price')}</p>
      ${
        product.stock !== undefined &&
        html`<p class="stock">
          ${icons.clock} ${stockText(product)}${product.stock === 0 && '. The next harvest comes in March.'}
        </p>`
      }
      <form method="post" action="/bag/lines" data-swap="bag-link said">
        <input type="hidden" name="product" value="${product.slug}" />
        ${options.map((option, index) => chips(option, index === 0))}
        <div class="buy">
          ${
            available(product) === 0
              ? html`<p class="button is-off">Sold out</p>`
              : html`${stepper(available(product))}<button class="button">Add to bag</button>`
          }
        </div>
      </form>
      <p class="said" role="status" data-live="said">
        ${said !== undefined && html`${icons.tick} <span>${said} <a href="/bag">View your bag</a></span>`}
      </p>
      <p class="delivery">${icons.truck} Delivered in 2–3 days. ${ringgit(600)} in Peninsular Malaysia.</p>
    </div>
  </div>`;
}

function chips(option: Option, isFirst: boolean): Html {
  return html`<fieldset class="chips">
    <legend>${option.label}</legend>
    ${option.choices.map(
      ({ id, label }, index) =>
        html`<label class="chip">
          <input
            type="radio"
            name="${option.id}"
            value="${id}"
            class="${isFirst && `pick-${index}`}"
            ${index === 0 && html`checked`}
          />
          <span>${label}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** Price or picture for each choice of the first option; the style sheet shows the one that is picked. */
function choiceViews(product: Product, what: 'price' | 'picture'): Html[] {
  const choices = product.options[0]?.choices ?? [];
  const values = choices.some((choice) => choice[what] !== undefined) ? choices : [product];
  return values.map((choice, index) => {
    const of = values.length > 1 ? `of-${index}` : '';
    return what === 'price'
      ? html`<span class="${of}">${ringgit(choice.price ?? product.price)}</span> `
      : html`<img
          class="${of}"
          src="/pictures/${choice.picture ?? product.picture}"
          alt=""
          width="213"
          height="213"
        />`;
  });
}

function stepper(most: number): Html {
  return html`<div class="stepper" data-stepper>
    <button type="button" data-step="-1" aria-label="One fewer" hidden>−</button>
    <input
      type="number"
      name="quantity"
      value="1"
      min="1"
      max="${most}"
      inputmode="numeric"
      aria-label="Quantity"
      required
    />
    <button type="button" data-step="1" aria-label="One more" hidden>+</button>
  </div>`;
}
