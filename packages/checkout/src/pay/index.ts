export { PayController } from './controller.ts';
export { interstitial, payeeName } from './interstitial.ts';
export { totalNotice } from './notices.ts';
export { payArea } from './pay-area.ts';
export { reducePay, type PayEvent } from './reducer.ts';
export { payStyles } from './styles.ts';
export { timer } from './time-left.ts';
