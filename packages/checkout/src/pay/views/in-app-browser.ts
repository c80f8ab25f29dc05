/** Apps whose browser cannot open the app of a bank and stores no logins. The app of a shop is not in this list. */
const appPattern =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|BytedanceWebview|musical_ly|TikTok|Snapchat|Pinterest|Twitter|LinkedInApp/;

/** Whether the page is shown in the browser of another app. False on the server, which has no `navigator`. */
export function isInAppBrowser(userAgent: string = globalThis.navigator?.userAgent ?? ''): boolean {
  return appPattern.test(userAgent);
}
