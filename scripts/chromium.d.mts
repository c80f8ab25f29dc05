/** Flags for an isolated browser without background traffic. */
export declare const chromiumArgs: readonly string[];
/** The path of a Chromium or Chrome on this machine. Throws an error with the next step if there is none. */
export declare function findChromium(): string;
/**
 * The path of Chromium's headless shell, or of the whole browser. The shell has no back/forward cache and no
 * autofill.
 */
export declare function findHeadlessShell(): string;
/**
 * Installs the browsers of the tests if they are missing and Debian's packages can be installed without a
 * password.
 */
export declare function ensureChromium(): void;
