import type { Command, OptionValues } from '@commander-js/extra-typings'
import { duration, numberFrom, repeated, wholeNumber } from '../values.ts'

/** The options of push and seed for the target deployment, its access and its rate. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types, typescript/explicit-function-return-type -- the library infers the options from the calls.
export function transferOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'address of the deployment')
    .option('--token <source>', 'API token: env:NAME, file:PATH or stdin, never the token itself')
    .option(
      '--header <line>',
      "'Name: value', added to every request; the value may be env:NAME; repeatable",
      repeated,
    )
    .option('--insecure', 'accept any certificate; proxies come from HTTP_PROXY, HTTPS_PROXY, NO_PROXY')
    .optionsGroup('Load:')
    .option('--rps <number>', 'requests per second (default: 10; no limit for this machine)', numberFrom(0))
    .option('--concurrency <number>', 'requests at the same time (default: 4)', wholeNumber(1))
    .option('--request-timeout <time>', 'how long to wait for a reply (default: 30s)', duration)
    .option('--rate-limit-budget <time>', 'how long to wait for rate limits in all (default: 1h)', duration)
}

/** The exit codes of push and seed. */
export const transferExitCodesHelp = `
Exit codes: 0 done; 1 a record was refused, or exists already; 2 usage;
6 unreachable, not the service, token refused, or limited for longer than --rate-limit-budget; 130 interrupted.`
