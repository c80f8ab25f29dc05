export { CardController } from './controller.ts';
export { drawBrand } from './draw-brand.ts';
export { brandMarksModule, cardModule } from './lazy.ts';
export { cardPlaceholder } from './placeholder.ts';
export { reduceCard, type CardEvent } from './reducer.ts';
export type { SendCard } from './send.ts';
export { subtleCrypto } from './subtle-crypto.ts';
