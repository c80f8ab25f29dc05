import type { Page } from 'playwright-core';

/** A violation of a policy, as the browser reports it. */
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

/** `after-each-test.ts` expects after each test that this list is empty. */
const violations: string[] = [];

/** Returns and clears the reported violations. For tests that violate a policy on purpose. */
export function takeViolations(): readonly string[] {
  return violations.splice(0);
}

/**
 * Records every violation of a Content Security Policy or of Trusted Types on a page, also after the page
 * has loaded another address. The browser reports the violations, so the page needs no script.
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
