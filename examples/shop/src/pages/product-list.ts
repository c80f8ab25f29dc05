import { formatSen, type Html, html, icons } from '@pgw/example-pages';
import type { Product } from '../catalogue.ts';
import type { Texts } from '../languages/index.ts';
import { stockText } from './product.ts';

const promiseIcons = [icons.clock, icons.leaf, icons.truck];

/** Renders the home page with all products. */
export function homePage(texts: Texts, products: readonly Product[]): Html {
  const { home, categories } = texts;
  return html`<section class="hero">
      <img src="/pictures/hero.svg" alt="" width="1200" height="480" />
      <div>
        <h1>${home.heading}</h1>
        <p class="lead">${home.lead}</p>
        <a class="button" href="/beans">${home.seeBeans}</a>
      </div>
    </section>
    <ul class="promises">
      ${home.promises.map(
        ({ title, text }, index) =>
          html`<li>
            ${promiseIcons[index]}
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
          ${productGrid(
            texts,
            products.filter((product) => product.category === category),
          )}
        </section>`,
    )}`;
}

/** Renders the products of one category. */
export function categoryPage(
  texts: Texts,
  category: Product['category'],
  products: readonly Product[],
): Html {
  const { title, text } = texts.categories[category];
  return html`<section class="welcome">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
    </section>
    ${productGrid(
      texts,
      products.filter((product) => product.category === category),
    )}`;
}

function productGrid(texts: Texts, products: readonly Product[]): Html {
  return html`<ul class="products">
    ${products.map((product) => {
      const { name, summary } = texts.products[product.slug];
      const price = formatSen(product.price);
      return html`<li class="${product.stock === 0 && 'sold-out'}">
        <div class="tile ${product.category}">
          <img src="/pictures/${product.picture}" alt="" width="120" height="120" />
        </div>
        <a href="/products/${product.slug}">${name}</a>
        <p class="muted">${summary}</p>
        <p class="price">
          ${product.options[0]?.id === 'size' ? texts.product.from(price) : price}
          ${product.stock !== undefined && html`<span class="stock">${stockText(texts, product)}</span>`}
        </p>
      </li>`;
    })}
  </ul>`;
}
