import { Router } from 'express';
import { z } from 'zod';
import { saveLanguage } from '../visitors/language.ts';

/** Matches a path of the shop. A browser would open another site for `//host` and `/\host`. */
const shopPath = /^\/(?![/\\])/;
const languageForm = z.object({ language: z.string(), page: z.string().regex(shopPath).catch('/') });

/** Saves the language that the visitor chose, then redirects to the same page. */
export function createLanguageRoutes(): Router {
  const router = Router();
  router.post('/language', (request, response) => {
    const { data = { language: '', page: '/' } } = languageForm.safeParse(request.body ?? {});
    saveLanguage(request, response, data.language);
    response.redirect(303, data.page);
  });
  return router;
}
