import type { Page } from 'playwright-core';

/** What the browser reports of a policy that was broken. */
interface Issue {
  readonly code: string;
  readonly details: {
    readonly contentSecurityPolicyIssueDetails?: {
      readonly violatedDirective: string;
      readonly contentSecurityPolicyViolationType: string;
      readonly blockedURL?: string;
    };
  };
}

/** After each test `each-test.ts` expects that there are none. */
const violations: string[] = [];

/** What was reported since it was asked last; a test that breaks a policy on purpose takes it. */
export function takeViolations(): readonly string[] {
  return violations.splice(0);
}

/**
 * Writes down every violation of a Content Security Policy or of Trusted Types on a page, whatever it leads to and whether
 * or not its scripts run: the browser itself tells, so that nothing on the page has to be there to hear it.
 */
export async function watchViolations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue }: { issue: Issue }) => {
    const details = issue.details.contentSecurityPolicyIssueDetails;
    if (details === undefined) return;
    const { violatedDirective, contentSecurityPolicyViolationType, blockedURL = 'inline' } = details;
    violations.push(
      `${page.url()}: ${violatedDirective} forbids ${blockedURL} (${contentSecurityPolicyViolationType})`,
    );
  });
  await session.send('Audits.enable');
}
