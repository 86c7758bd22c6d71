import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { isPrefix, prefixProblem } from '../../../contract/vocabulary.ts'
import { duration, numberFrom, repeated, wholeNumber } from '../../values.ts'

/** The options for the target deployment, its access and its rate. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types, typescript/explicit-function-return-type -- the library infers the options from the calls.
export function targetOptions(command: Command) {
  return command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'address of the deployment')
    .option('--token <source>', 'API token: env:NAME, file:PATH or stdin, never the token itself')
    .option('--session-cookie <source>', 'session cookie (name=value) of a signed-in user, as env:NAME, …')
    .option(
      '--header <line>',
      "'Name: value', added to every request; the value may be env:NAME; repeatable",
      repeated,
    )
    .addOption(
      new Option(
        '--prefix <prefix>',
        'the name prefix inside identifiers (default: as the profile or the deployment shows it)',
      ).argParser(prefix),
    )
    .option('--insecure', 'accept any certificate; proxies come from HTTP_PROXY, HTTPS_PROXY, NO_PROXY')
    .optionsGroup('Load:')
    .option('--rps <number>', 'requests per second (default: 10; no limit for this machine)', numberFrom(0))
    .option('--concurrency <number>', 'checks and requests at the same time (default: 4)', wholeNumber(1))
    .option(
      '--rate-limit-budget <time>',
      'how long the run may wait for rate limits in all (default: as long as the target answers)',
      duration,
    )
    .option('--lag <time>', 'how long to wait for searches that lag (default: 10s)', duration)
}

function prefix(text: string): string {
  if (!isPrefix(text)) throw new InvalidArgumentError(`${prefixProblem(text)}.`)
  return text
}
