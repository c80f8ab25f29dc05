import { setScriptUrl } from './element/default-endpoint.ts';

// Imported before the elements are defined, because they send their first request as soon as they are.
setScriptUrl(import.meta.url);
