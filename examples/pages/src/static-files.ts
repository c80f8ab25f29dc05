import { fileURLToPath } from 'node:url';

/** The directory of `base.css` and `own-page.js`, for `express.static`. */
export const staticFiles: string = fileURLToPath(new URL('../public/', import.meta.url));
