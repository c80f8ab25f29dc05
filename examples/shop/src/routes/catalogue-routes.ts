import { Router } from 'express';
import { categoryPage, homePage } from '../pages/product-list.ts';
import { productPage } from '../pages/product.ts';
import { sendPage, type ShopContext } from './context.ts';

/** The home page, the two categories and the products. */
export function catalogueRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/', (request, response) => {
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.home.title,
      main: homePage(texts, shop.products),
    }));
  });

  for (const section of ['beans', 'brewing'] as const) {
    router.get(`/${section}`, (request, response) => {
      sendPage(shop, request, response, ({ texts }) => ({
        title: texts.categories[section].title,
        section,
        main: categoryPage(texts, section, shop.products),
      }));
    });
  }

  router.get('/products/:slug', (request, response, next) => {
    const product = shop.products.find(({ slug }) => slug === request.params.slug);
    if (product === undefined) return next();
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.products[product.slug].name,
      section: product.category,
      main: productPage(texts, product, 'added' in request.query ? texts.product.added : undefined),
    }));
  });

  return router;
}
