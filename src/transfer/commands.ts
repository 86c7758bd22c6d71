import type { ConformIo } from '../../conformance/cli/options.ts'
import {
  asToken,
  readHeader,
  readSecret,
  type SecretSources,
} from '../../conformance/engine/wire/secret-source.ts'
import { usage } from '../../conformance/engine/words/usage-error.ts'
import { UsageError } from '../server/usage-error.ts'
import { asTransferError, openTarget, type Target } from './target.ts'
import { TransferError, transferExitCodes } from './transfer-error.ts'
import { defined } from '../model/kernel/defined.ts'

/** Options that say which deployment is meant, how to reach it and how fast. */
export interface TransferTargetValues {
  readonly baseUrl?: string | undefined
  readonly token?: string | undefined
  readonly header?: readonly string[] | undefined
  readonly insecure?: true | undefined
  readonly rps?: number | undefined
  readonly concurrency?: number | undefined
  /** Milliseconds. */
  readonly requestTimeout?: number | undefined
  /** Milliseconds. */
  readonly rateLimitBudget?: number | undefined
}

/**
 * Does something with a deployment, and returns the exit code. Ctrl-C stops it after the calls in progress.
 *
 * @throws UsageError for options without its address.
 */
export async function withTarget(
  command: string,
  values: TransferTargetValues,
  io: ConformIo,
  work: (target: Target) => Promise<number>,
): Promise<number> {
  const interruption = new AbortController()
  const stop = (): void => interruption.abort(new TransferError('interrupted', transferExitCodes.interrupted))
  const target = openTarget({ ...targetOf(values, io), signal: interruption.signal })
  io.signal?.addEventListener('abort', stop)
  if (!io.signal) process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(target)
  } catch (error) {
    const known = asTransferError(error, target)
    if (!(known instanceof TransferError)) throw error
    io.error(`identikit ${command}: ${known.message}`)
    return known.exitCode
  } finally {
    target.close()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

function targetOf(values: TransferTargetValues, io: ConformIo): Parameters<typeof openTarget>[0] {
  const { baseUrl, token, header = [], insecure, rps, concurrency, requestTimeout, rateLimitBudget } = values
  if (baseUrl === undefined) throw new UsageError('--base-url is missing: the address of the deployment')
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(`--base-url: expected an address such as https://id.example.com, got '${baseUrl}'`)
  }
  if (token === undefined) throw new UsageError('--token is missing: env:NAME, file:PATH or stdin')
  return {
    baseUrl,
    token: usage(() => asToken('--token', secretFrom(token, '--token', io))),
    headers: Object.fromEntries(
      header
        .map((line) => usage(() => readHeader(line, sourcesOf(io))))
        .map(({ name, value }) => [name, value]),
    ),
    environment: io.environment ?? process.env,
    ...defined({ insecure, rps, concurrency, requestTimeout, rateLimitBudget }),
  }
}

/**
 * Reads a secret from where it is.
 *
 * @throws UsageError that names the option, never the value.
 */
export function secretFrom(source: string, option: string, io: ConformIo): string {
  return usage(() => readSecret(source, option, sourcesOf(io)))
}

function sourcesOf({ environment = process.env, readStdin = () => '' }: ConformIo): SecretSources {
  return { environment, readStdin }
}
