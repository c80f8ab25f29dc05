/** The exit codes of the command. They are stable, so scripts may branch on them. */
export const exitCode = {
  /** Done. */
  ok: 0,
  /** The gateway refused the request, or a check failed: an invalid signature (`verify`), a wrong clock (`doctor`), a difference (`conformance`). */
  refused: 1,
  /** The command line, the configuration or the input is invalid. Nothing was sent. */
  usage: 2,
  /** No connection, no response to an operation that only reads, or HTTP 429: nothing was processed. Or a check of `doctor --app` failed. */
  unreachable: 3,
  /** An operation that moves money may have been processed. Query the outcome before you send the request again. */
  outcomeUnknown: 4,
  /** The gateway did not accept the signature or the credentials. */
  unauthorized: 5,
  /** The response of the gateway to an operation that only reads is invalid. */
  invalidResponse: 6,
  /** The command has a defect. */
  defect: 70,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
