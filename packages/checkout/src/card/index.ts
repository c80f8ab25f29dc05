export { CardController } from './controller.ts';
export { drawBrand } from './draw-brand.ts';
export { brandMarksModule, cardModule } from './lazy.ts';
export { renderCardPlaceholder } from './placeholder.ts';
export { reduceCard, type CardEvent } from './reducer.ts';
export type { SendCard } from './send.ts';
export { getSubtleCrypto } from './subtle-crypto.ts';
