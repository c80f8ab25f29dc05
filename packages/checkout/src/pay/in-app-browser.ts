/**
 * Apps in whose browsers payments fail: they often cannot open a bank's app and keep no logins. A shop's own
 * app is not in this list.
 */
const apps =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|BytedanceWebview|musical_ly|TikTok|Snapchat|Pinterest|Twitter|LinkedInApp/;

/** Whether the page is shown in the browser of another app. The server has no `navigator`. */
export function isInAppBrowser(userAgent: string = globalThis.navigator?.userAgent ?? ''): boolean {
  return apps.test(userAgent);
}
