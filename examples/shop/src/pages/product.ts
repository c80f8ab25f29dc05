import { renderBreadcrumb, formatMoney, type Html, html, icons, type TemplateValue } from '@pgw/pages';
import { deliveryPrice } from '../orders/bag.ts';
import { getAvailableQuantity, type Option, type Product } from '../catalogue/catalogue.ts';
import type { Texts } from '../languages/index.ts';

/** Returns the text about the remaining quantity. Undefined when the quantity is not low. */
export function describeStock({ product: productTexts }: Texts, { stock }: Product): string | undefined {
  if (stock === undefined) return undefined;
  return stock === 0 ? productTexts.soldOut : productTexts.stockLeft(stock);
}

/** Renders a product with its choices. `message` confirms that the product was added to the bag. */
export function renderProductPage(texts: Texts, product: Product, message?: string): Html {
  const { category, options } = product;
  const { name, summary } = texts.products[product.slug];
  const productTexts = texts.product;
  return html`<div class="product">
    <div class="tile ${category}">${renderForEachChoice(product, 'picture')}</div>
    <div class="about">
      ${renderBreadcrumb([[`/${category}`, texts.categories[category].title]], name, texts.frame.breadcrumb)}
      <h1>${name}</h1>
      <p class="lead">${summary}</p>
      <p class="price">${renderForEachChoice(product, 'price')}</p>
      ${
        product.stock !== undefined &&
        html`<p class="stock">
          ${icons.clock}
          ${describeStock(texts, product)}${product.stock === 0 && ` · ${productTexts.nextHarvest}`}
        </p>`
      }
      <form method="post" action="/bag/lines" data-swap="bag-link added-message">
        <input type="hidden" name="product" value="${product.slug}" />
        ${options.map((option, index) => renderChoiceChips(texts, option, index === 0))}
        <div class="buy">
          ${
            getAvailableQuantity(product) === 0
              ? html`<p class="button is-off">${productTexts.soldOut}</p>`
              : html`${renderQuantityStepper(productTexts, getAvailableQuantity(product))}<button
                    class="button"
                  >
                    ${productTexts.addToBag}
                  </button>`
          }
        </div>
      </form>
      <p class="added-message" role="status" data-live="added-message">
        ${
          message !== undefined &&
          html`${icons.tick} <span>${message} <a href="/bag">${productTexts.viewBag}</a></span>`
        }
      </p>
      <p class="delivery">${icons.truck} ${productTexts.delivery(formatMoney(deliveryPrice))}</p>
    </div>
    ${renderFacts(texts, product)}
  </div>`;
}

/** Renders the story and the facts of a product. */
function renderFacts(texts: Texts, { slug, category, roast, scene }: Product): Html {
  const { story, facts } = texts.products[slug];
  const names = texts.facts;
  // The type is safe, because the facts have no other keys.
  const factEntries = Object.entries(facts) as [keyof typeof names, string][];
  return html`<section class="facts" aria-labelledby="facts">
    <div>
      <h2 id="facts">${texts.product.about[category]}</h2>
      <p>${story}</p>
      <img class="scene" src="/pictures/${scene}" alt="" width="640" height="360" loading="lazy" />
    </div>
    <dl>
      ${factEntries.map(
        ([id, value]) =>
          html`<div>
            <dt>${names[id]}</dt>
            <dd>${value} ${id === 'roast' && roast !== undefined && renderRoastMeter(texts, roast)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** Renders five beans. The number of filled beans is the roast level. */
function renderRoastMeter({ product }: Texts, level: number): TemplateValue {
  return html`<span class="roast" role="img" aria-label="${product.roastLevel(level)}"
    >${[1, 2, 3, 4, 5].map((bean) => html`<span class="${bean <= level && 'on'}"></span>`)}</span
  >`;
}

/** Renders the choices of one option as radio buttons. */
function renderChoiceChips({ options, choices }: Texts, option: Option, isFirstOption: boolean): Html {
  return html`<fieldset class="chips">
    <legend>${options[option.label]}</legend>
    ${option.choices.map(
      ({ id }, index) =>
        html`<label class="chip">
          <input
            type="radio"
            name="${option.id}"
            value="${id}"
            class="${isFirstOption && `choice-${index}`}"
            ${index === 0 && html`checked`}
          />
          <span>${choices[id]}</span>
        </label>`,
    )}
  </fieldset>`;
}

/**
 * Renders the price or the picture for each choice of the first option. The style sheet shows only the one
 * of the selected choice, so this works without scripts. Renders the price or picture of the product once if no
 * choice replaces it.
 */
function renderForEachChoice(product: Product, property: 'price' | 'picture'): Html[] {
  const choices = product.options[0]?.choices ?? [];
  const isReplaced = choices.some((choice) => choice[property] !== undefined);
  const sources = isReplaced ? choices : [product];
  return sources.map((source, index) => {
    const className = sources.length > 1 ? `for-choice-${index}` : '';
    return property === 'price'
      ? html`<span class="${className}">${formatMoney(source.price ?? product.price)}</span> `
      : html`<img
          class="${className}"
          src="/pictures/${source.picture ?? product.picture}"
          alt=""
          width="213"
          height="213"
        />`;
  });
}

function renderQuantityStepper(productTexts: Texts['product'], max: number): Html {
  return html`<div class="stepper">
    <button type="button" data-step="-1" aria-label="${productTexts.fewer}" hidden>−</button>
    <input
      type="number"
      name="quantity"
      value="1"
      min="1"
      max="${max}"
      inputmode="numeric"
      aria-label="${productTexts.quantity}"
      required
    />
    <button type="button" data-step="1" aria-label="${productTexts.more}" hidden>+</button>
  </div>`;
}
