export { PayController } from './controller.ts';
export { isInAppBrowser } from './in-app-browser.ts';
export { interstitial, payeeName } from './interstitial.ts';
export { inAppBrowserModule } from './lazy.ts';
export { noticeText, totalNotice } from './notices.ts';
export { payArea } from './pay-area.ts';
export { reducePay, type PayEvent } from './reducer.ts';
export { payStyles } from './styles.ts';
export { timer } from './time-left.ts';
