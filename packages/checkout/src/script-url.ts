import { setScriptUrl } from './element/default-endpoint.ts';

// script.ts imports this module before it defines the elements, because an element sends its first request
// as soon as it is defined.
setScriptUrl(import.meta.url);
