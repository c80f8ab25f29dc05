import { withoutCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import { createGatewayClient, type GatewayClient } from '../gateway-client.ts';
import type { GatewayClientOptions } from '../options.ts';
import type { Outcome } from '../attempt.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { CallFailure } from './failures.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export interface Context {
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly configuration: Configuration;
  /** Runs with a client and closes it afterwards. */
  withGateway<Result>(
    use: (gateway: GatewayClient) => Promise<Result>,
    more?: Partial<GatewayClientOptions>,
  ): Promise<Result>;
  /** Prints a result: all of it as JSON but for the token of a saved card, or as people read it. */
  print(value: unknown, view: () => string): void;
  /** Tells people how far a long listing is. */
  progress(text: string): void;
}

/** Adds a command to the program; its action is given the context. */
export type Register = (program: Command, context: (command: Command) => Context) => void;

/** The context of one command, made of the options that all commands share. */
export function contextOf(command: Command, terminal: Terminal): Context {
  const { json = false, config } = command.optsWithGlobals<{ json?: boolean; config?: string }>();
  const configuration = readConfiguration(terminal, config);
  for (const warning of configuration.warnings) terminal.stderr.write(`pgw: ${warning}\n`);
  return {
    terminal,
    json,
    configuration,
    async withGateway(use, more = {}) {
      const gateway = createGatewayClient({ ...configuration.clientOptions(), ...more });
      try {
        return await use(gateway);
      } finally {
        await gateway.close();
      }
    },
    print(value, view) {
      // The token of a saved card charges the card, so it is not printed.
      const text = json ? withoutCardToken(JSON.stringify(value, null, 2), configuration.profile) : view();
      terminal.stdout.write(`${text}\n`);
    },
    progress(text) {
      terminal.stderr.write(terminal.stderr.isTTY === true ? `\r${text}` : `${text}\n`);
    },
  };
}

/** The answer of a call that moves money, or the failure with what is known of it. */
export function responseOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.kind === 'done') return outcome.response;
  throw new CallFailure(outcome);
}
