import { type Html, html, ringgit } from '@pgw/example-pages';
import type { Product } from '../catalogue.ts';
import { stockText } from './product.ts';

const categories = {
  beans: { title: 'Beans', text: 'Grown in the highlands, roasted on Mondays.' },
  brewing: { title: 'Brewing', text: 'A few good things to make it with.' },
};

/** Everything, under a welcome. */
export function homePage(products: readonly Product[]): Html {
  return html`<section class="welcome">
      <h1>Coffee from the highland forest</h1>
      <p class="lead">Small farms, slow roasting, and a bag at your door in two or three days.</p>
    </section>
    ${(['beans', 'brewing'] as const).map(
      (category) =>
        html`<section aria-labelledby="${category}">
          <h2 id="${category}">${categories[category].title}</h2>
          ${grid(products.filter((product) => product.category === category))}
        </section>`,
    )}`;
}

/** One category. */
export function categoryPage(category: Product['category'], products: readonly Product[]): Html {
  const { title, text } = categories[category];
  return html`<section class="welcome">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
    </section>
    ${grid(products.filter((product) => product.category === category))}`;
}

function grid(products: readonly Product[]): Html {
  return html`<ul class="products">
    ${products.map(
      (product) =>
        html`<li class="${product.stock === 0 && 'sold-out'}">
          <div class="tile ${product.category}">
            <img src="/pictures/${product.picture}" alt="" width="120" height="120" />
          </div>
          <a href="/products/${product.slug}">${product.name}</a>
          <p class="muted">${product.sentence}</p>
          <p class="price">
            ${product.options[0]?.id === 'size' && 'From '}${ringgit(product.price)}
            ${product.stock !== undefined && html`<span class="stock">${stockText(product)}</span>`}
          </p>
        </li>`,
    )}
  </ul>`;
}
