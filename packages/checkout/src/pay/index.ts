export { PayController } from './controller.ts';
export { isInAppBrowser } from './views/in-app-browser.ts';
export { inAppBrowserModule } from './lazy.ts';
export { getLostText, getNoticeTexts, renderTotalNotice } from './views/notices.ts';
export { renderPayArea } from './views/pay-area.ts';
export { isPhoneOffered, renderPhoneButton } from './views/phone-button.ts';
export { reducePay, type PayEvent } from './reducer.ts';
export { payStyles } from './styles.ts';
export { renderTimer } from './views/time-left.ts';
