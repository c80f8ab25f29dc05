// The two documents, and what they are made of
export type { Json, JsonObject, OpenApiDocument } from './document.ts';
export { gatewayDocument } from './gateway.ts';
export { storefrontDocument } from './storefront.ts';
