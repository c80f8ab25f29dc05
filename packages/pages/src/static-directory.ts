import { fileURLToPath } from 'node:url';

/** The directory of `base.css` and `parse-page.js`, for `express.static`. */
export const staticDirectory: string = fileURLToPath(new URL('../public/', import.meta.url));
