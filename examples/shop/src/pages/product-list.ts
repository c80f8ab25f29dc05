import { formatMoney, type Html, html, icons } from '@pgw/pages';
import type { Product } from '../catalogue/catalogue.ts';
import type { Texts } from '../languages/index.ts';
import { describeStock } from './product.ts';

const benefitIcons = [icons.clock, icons.leaf, icons.truck];

/** Renders the home page with all products. */
export function renderHomePage(texts: Texts, products: readonly Product[]): Html {
  const { home, categories } = texts;
  return html`<section class="hero">
      <img src="/pictures/hero.svg" alt="" width="1200" height="480" />
      <div>
        <h1>${home.heading}</h1>
        <p class="lead">${home.lead}</p>
        <a class="button" href="/beans">${home.seeBeans}</a>
      </div>
    </section>
    <ul class="benefits">
      ${home.benefits.map(
        ({ title, text }, index) =>
          html`<li>
            ${benefitIcons[index]}
            <div>
              <strong>${title}</strong>
              <p class="muted">${text}</p>
            </div>
          </li>`,
      )}
    </ul>
    ${(['beans', 'brewing'] as const).map(
      (category) =>
        html`<section aria-labelledby="${category}">
          <h2 id="${category}">${categories[category].title}</h2>
          ${renderProductGrid(
            texts,
            products.filter((product) => product.category === category),
          )}
        </section>`,
    )}`;
}

/** Renders the products of one category. */
export function renderCategoryPage(
  texts: Texts,
  category: Product['category'],
  products: readonly Product[],
): Html {
  const { title, text } = texts.categories[category];
  return html`<section class="welcome">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
    </section>
    ${renderProductGrid(
      texts,
      products.filter((product) => product.category === category),
    )}`;
}

function renderProductGrid(texts: Texts, products: readonly Product[]): Html {
  return html`<ul class="products">
    ${products.map((product) => {
      const { name, summary } = texts.products[product.slug];
      const price = formatMoney(product.price);
      return html`<li class="${product.stock === 0 && 'sold-out'}">
        <div class="tile ${product.category}">
          <img src="/pictures/${product.picture}" alt="" width="120" height="120" />
        </div>
        <a href="/products/${product.slug}">${name}</a>
        <p class="muted">${summary}</p>
        <p class="price">
          ${hasSeveralPrices(product) ? texts.product.from(price) : price}
          ${product.stock !== undefined && html`<span class="stock">${describeStock(texts, product)}</span>`}
        </p>
      </li>`;
    })}
  </ul>`;
}

function hasSeveralPrices({ options }: Product): boolean {
  return options.some(({ choices }) => choices.some(({ price }) => price !== undefined));
}
