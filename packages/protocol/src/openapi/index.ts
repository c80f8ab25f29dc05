// The OpenAPI documents and their types
export type { Json, JsonObject, OpenApiDocument } from './document.ts';
export { gatewayDocument } from './gateway.ts';
export { storefrontDocument } from './storefront.ts';
