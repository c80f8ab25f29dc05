import { breadcrumb, type Html, html, icons, type TemplateValue, formatSen } from '@pgw/example-pages';
import { availableQuantity, type Option, type Product } from '../catalogue.ts';
import type { Texts } from '../languages/index.ts';

const deliveryPrice = 600;

/** How many are left, when few are left. */
export function stockText({ product: words }: Texts, { stock }: Product): string | undefined {
  if (stock === undefined) return undefined;
  return stock === 0 ? words.soldOut : words.left(stock);
}

/** One product, with its choices. `message` is the result of the last press. */
export function productPage(texts: Texts, product: Product, message?: string): Html {
  const { category, options } = product;
  const { name, sentence } = texts.products[product.slug];
  const words = texts.product;
  return html`<div class="product">
    <div class="tile ${category}">${choiceViews(product, 'picture')}</div>
    <div class="about">
      ${breadcrumb([[`/${category}`, texts.categories[category].title]], name, texts.frame.breadcrumb)}
      <h1>${name}</h1>
      <p class="lead">${sentence}</p>
      <p class="price">${choiceViews(product, 'price')}</p>
      ${
        product.stock !== undefined &&
        html`<p class="stock">
          ${icons.clock} ${stockText(texts, product)}${product.stock === 0 && ` · ${words.nextHarvest}`}
        </p>`
      }
      <form method="post" action="/bag/lines" data-swap="bag-link said">
        <input type="hidden" name="product" value="${product.slug}" />
        ${options.map((option, index) => chips(texts, option, index === 0))}
        <div class="buy">
          ${
            availableQuantity(product) === 0
              ? html`<p class="button is-off">${words.soldOut}</p>`
              : html`${stepper(words, availableQuantity(product))}<button class="button">
                    ${words.addToBag}
                  </button>`
          }
        </div>
      </form>
      <p class="said" role="status" data-live="said">
        ${
          message !== undefined &&
          html`${icons.tick} <span>${message} <a href="/bag">${words.viewBag}</a></span>`
        }
      </p>
      <p class="delivery">${icons.truck} ${words.delivery(formatSen(deliveryPrice))}</p>
    </div>
    ${factsView(texts, product)}
  </div>`;
}

/** Where it comes from, what it tastes of, and how to use it. */
function factsView(texts: Texts, { slug, category, roast, scene }: Product): Html {
  const { story, facts } = texts.products[slug];
  const names = texts.facts;
  return html`<section class="facts" aria-labelledby="facts">
    <div>
      <h2 id="facts">${texts.product.about[category]}</h2>
      <p>${story}</p>
      <img class="scene" src="/pictures/${scene}" alt="" width="640" height="360" loading="lazy" />
    </div>
    <dl>
      ${(Object.entries(facts) as [keyof typeof names, string][]).map(
        ([id, value]) =>
          html`<div>
            <dt>${names[id]}</dt>
            <dd>${value} ${id === 'roast' && roast !== undefined && roastMeter(texts, roast)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** Five beans, as many of them filled as the level. */
function roastMeter({ product }: Texts, level: number): TemplateValue {
  return html`<span class="roast" role="img" aria-label="${product.roastLevel(level)}"
    >${[1, 2, 3, 4, 5].map((each) => html`<span class="${each <= level && 'on'}"></span>`)}</span
  >`;
}

function chips({ options, choices }: Texts, option: Option, isFirst: boolean): Html {
  return html`<fieldset class="chips">
    <legend>${options[option.label]}</legend>
    ${option.choices.map(
      ({ id }, index) =>
        html`<label class="chip">
          <input
            type="radio"
            name="${option.id}"
            value="${id}"
            class="${isFirst && `pick-${index}`}"
            ${index === 0 && html`checked`}
          />
          <span>${choices[id]}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** Price or picture for each choice of the first option. The style sheet shows the one that is chosen. */
function choiceViews(product: Product, what: 'price' | 'picture'): Html[] {
  const choices = product.options[0]?.choices ?? [];
  const values = choices.some((choice) => choice[what] !== undefined) ? choices : [product];
  return values.map((choice, index) => {
    const of = values.length > 1 ? `of-${index}` : '';
    return what === 'price'
      ? html`<span class="${of}">${formatSen(choice.price ?? product.price)}</span> `
      : html`<img
          class="${of}"
          src="/pictures/${choice.picture ?? product.picture}"
          alt=""
          width="213"
          height="213"
        />`;
  });
}

function stepper(words: Texts['product'], most: number): Html {
  return html`<div class="stepper" data-stepper>
    <button type="button" data-step="-1" aria-label="${words.fewer}" hidden>−</button>
    <input
      type="number"
      name="quantity"
      value="1"
      min="1"
      max="${most}"
      inputmode="numeric"
      aria-label="${words.quantity}"
      required
    />
    <button type="button" data-step="1" aria-label="${words.more}" hidden>+</button>
  </div>`;
}
