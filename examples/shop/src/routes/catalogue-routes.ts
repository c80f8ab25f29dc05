import { Router } from 'express';
import { categoryPage, homePage } from '../pages/product-list.ts';
import { productPage } from '../pages/product.ts';
import { send, type Shop } from './route.ts';

/** Home, the two categories and the products. */
export function catalogueRoutes(shop: Shop): Router {
  const router = Router();

  router.get('/', (request, response) => {
    send(shop, request, response, { title: 'Coffee and brewing', main: homePage(shop.products) });
  });

  for (const section of ['beans', 'brewing'] as const) {
    router.get(`/${section}`, (request, response) => {
      const title = section === 'beans' ? 'Beans' : 'Brewing';
      send(shop, request, response, { title, section, main: categoryPage(section, shop.products) });
    });
  }

  router.get('/products/:slug', (request, response, next) => {
    const product = shop.products.find(({ slug }) => slug === request.params.slug);
    if (product === undefined) return next();
    const said = 'added' in request.query ? 'Added to your bag.' : undefined;
    const main = productPage(product, said);
    send(shop, request, response, { title: product.name, section: product.category, main });
  });

  return router;
}
