/** Flags for an isolated browser without background traffic. */
export declare const chromiumArgs: readonly string[];
/** The path of a complete Chromium or Chrome on this machine. Throws an error with the next step if there is none. */
export declare function findChromium(): string;
/** The path of a headless Chromium. It has no back/forward cache and no autofill. */
export declare function findHeadlessShell(): string;
/** True if `findHeadlessShell` is the pinned Chromium. Only its pictures are compared. */
export declare function isHeadlessShellPinned(): boolean;
/** The reason why tests that need a complete Chromium cannot run, or undefined if there is one. */
export declare function whyNoCompleteChromium(): string | undefined;
/** Installs a complete Chromium from Debian if it is missing and that needs no password. */
export declare function installChromium(): void;
/** Throws an error with the next step if the tests would have no browser at all. */
export declare function requireAnyChromium(): void;
