import { setScriptUrl } from './element/default-endpoint.ts';

// script.ts imports this module before it defines the elements, because the elements then send their first
// request.
setScriptUrl(import.meta.url);
