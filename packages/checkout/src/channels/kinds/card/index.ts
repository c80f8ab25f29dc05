export { CardController } from './controller.ts';
export { createCardFormRenderer } from './controller.ts';
export { card } from './kind.ts';
export { brandMarksModule, cardModule } from './lazy.ts';
export type { RenderDecline } from './panel/view.ts';
export type { SendCard } from './send.ts';
