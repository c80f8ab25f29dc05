import { Router } from 'express';
import { z } from 'zod';
import { chooseLanguage } from '../language.ts';

/** A path of the shop. `//host` and `/\host` would be addresses of other sites. */
const ownPath = /^\/(?![/\\])/;
const choice = z.object({ language: z.string(), page: z.string().regex(ownPath).catch('/') });

/** The choice of the language, which returns to the page that it was made on. */
export function languageRoutes(): Router {
  const router = Router();
  router.post('/language', (request, response) => {
    const { data = { language: '', page: '/' } } = choice.safeParse(request.body ?? {});
    chooseLanguage(request, response, data.language);
    response.redirect(303, data.page);
  });
  return router;
}
