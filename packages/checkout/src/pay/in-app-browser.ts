/** The browser of another app, which often cannot open a bank's app and keeps no logins. */
export interface InAppBrowser {
  /** A link that opens this page in the device's own browser; null where no link can. */
  readonly externalUrl: string | null;
}

/** Apps in whose browsers payments fail. The app of a shop is none of them. */
const apps =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|BytedanceWebview|musical_ly|TikTok|Snapchat|Pinterest|Twitter|LinkedInApp/;

/** The browser of another app if the page is shown in one, else null. */
export function inAppBrowser(
  // Not defined where a server renders the list.
  userAgent: string = globalThis.navigator?.userAgent ?? '',
  page?: string,
): InAppBrowser | null {
  if (!apps.test(userAgent)) return null;
  const { protocol, host, pathname, search } = new URL(page ?? location.href);
  // On Android an intent without a package opens the default browser. iOS has no such link.
  const intent = `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;end`;
  return { externalUrl: userAgent.includes('Android') ? intent : null };
}
