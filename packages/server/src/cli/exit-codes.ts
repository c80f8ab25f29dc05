/** The exit codes, as in the help text. */
export const exitCodes = { success: 0, failed: 1, wrongUsage: 2, differencesFound: 3 } as const;
