import { Router } from 'express';
import { renderCategoryPage, renderHomePage } from '../pages/product-list.ts';
import { renderProductPage } from '../pages/product.ts';
import { sendPage, type ShopContext } from './context.ts';

/** The home page, the two categories and the products. */
export function createCatalogueRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/', (request, response) => {
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.home.title,
      main: renderHomePage(texts, shop.products),
    }));
  });

  for (const section of ['beans', 'brewing'] as const) {
    router.get(`/${section}`, (request, response) => {
      sendPage(shop, request, response, ({ texts }) => ({
        title: texts.categories[section].title,
        section,
        main: renderCategoryPage(texts, section, shop.products),
      }));
    });
  }

  router.get('/products/:slug', (request, response, next) => {
    const product = shop.products.find(({ slug }) => slug === request.params.slug);
    if (product === undefined) return next();
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.products[product.slug].name,
      section: product.category,
      main: renderProductPage(texts, product, 'added' in request.query ? texts.product.added : undefined),
    }));
  });

  return router;
}
