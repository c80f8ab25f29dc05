/** The browser that another app brings: it often has no bank app to hand over to, and forgets its logins. */
export interface AppBrowser {
  /** Opens this page in the device's own browser; null where no link can. */
  readonly outside: string | null;
}

/** Apps whose browsers are known to lose payments. A shop's own app is none of them. */
const apps =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|BytedanceWebview|musical_ly|TikTok|Snapchat|Pinterest|Twitter|LinkedInApp/;

/** The browser of another app, if the page is shown in one. */
export function appBrowser(
  agent: string = navigator.userAgent,
  page: string = location.href,
): AppBrowser | null {
  if (!apps.test(agent)) return null;
  const { protocol, host, pathname, search } = new URL(page);
  // Android hands an intent without a package to the browser that the shopper chose; no link of iOS does.
  const intent = `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;end`;
  return { outside: agent.includes('Android') ? intent : null };
}
