import { Router } from 'express';
import { z } from 'zod';
import { maxQuantity, findVariantBySku, findVariant, type Variant } from '../catalogue/catalogue.ts';
import { renderBagPage } from '../pages/bag.ts';
import { renderBadRequestPage } from '../pages/problem.ts';
import { ensureVisitor, readVisitor } from '../visitors/visitor.ts';
import { sendPage, type ShopContext } from './context.ts';

const quantity = z.coerce.number().int().min(1).max(maxQuantity);
/** The form of a product page. It contains choices, but no price. */
const addForm = z.object({
  product: z.string(),
  size: z.string().optional(),
  grind: z.string().optional(),
  color: z.string().optional(),
  quantity,
});

/** Finds the variant that the visitor chose. Undefined for an unknown product or choice. */
function findChosenVariant(
  shop: ShopContext,
  { product: slug, size, grind, color }: z.output<typeof addForm>,
): Variant | undefined {
  const product = shop.products.find((candidate) => candidate.slug === slug);
  return product === undefined ? undefined : findVariant(product, { size, grind, color });
}

/**
 * The routes of the bag. Every change is a form that works without scripts. Its response is a redirect, so
 * that a reload does not repeat the change.
 */
export function createBagRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/bag', async (request, response) => {
    const { removed } = request.query;
    const removedVariant = typeof removed === 'string' ? findVariantBySku(shop.products, removed) : undefined;
    const lines = await shop.bags.listLines(readVisitor(request));
    sendPage(shop, request, response, (language) => ({
      title: language.texts.bag.title,
      main: renderBagPage(language, lines, removedVariant),
    }));
  });

  router.post('/bag/lines', async (request, response) => {
    const form = addForm.safeParse(request.body);
    const variant = form.success ? findChosenVariant(shop, form.data) : undefined;
    if (!form.success || variant === undefined) {
      response.status(400);
      return sendPage(shop, request, response, ({ texts }) => ({
        title: texts.problem.badRequest,
        main: renderBadRequestPage(texts, texts.product.chooseAgain(maxQuantity)),
      }));
    }
    await shop.bags.add(ensureVisitor(request, response), variant, form.data.quantity);
    response.redirect(303, `/products/${variant.product.slug}?added`);
  });

  router.post('/bag/lines/:sku/quantity', async (request, response) => {
    const form = z.object({ quantity }).safeParse(request.body);
    const visitor = readVisitor(request);
    if (visitor !== undefined && form.success) {
      await shop.bags.setQuantity(visitor, request.params.sku, form.data.quantity);
    }
    response.redirect(303, '/bag');
  });

  router.post('/bag/lines/:sku/remove', async (request, response) => {
    const visitor = readVisitor(request);
    if (visitor !== undefined) await shop.bags.remove(visitor, request.params.sku);
    response.redirect(303, `/bag?removed=${encodeURIComponent(request.params.sku)}`);
  });

  router.post('/bag/lines/:sku/restore', async (request, response) => {
    const visitor = readVisitor(request);
    if (visitor !== undefined) await shop.bags.restore(visitor, request.params.sku);
    response.redirect(303, '/bag');
  });

  return router;
}
