import type { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import type { ConformOptions } from '../../../conformance/index.ts'
import type { MatcherOutcome } from './outcome.ts'
import { printed } from './outcome.ts'
import { isOrganisation } from './facts.ts'

/** Options of the check, in addition to the address. */
export type ConformingOptions = Partial<Omit<ConformOptions, 'only' | 'checks' | 'requirements'>>

/** A deployment to check: an organisation, a running server, or an address with a token. */
export type Deployment = Pick<ConformOptions, 'baseUrl' | 'token' | 'fetch'>

/**
 * Whether a deployment fulfils requirements of the contract, by the conformance suite. Name them by id, area or glob
 * (`users.suspend.*`). None may fail, and at least one must pass. The suite removes the records that it creates.
 */
export async function toConformTo(
  subject: unknown,
  requirements: string | readonly string[],
  options: ConformingOptions = {},
): Promise<MatcherOutcome> {
  const only = [requirements].flat() as readonly string[]
  if (only.length === 0 || only.some((each) => typeof each !== 'string')) {
    throw new TypeError(
      `toConformTo: expected requirements by id, area or glob, such as users.suspend.*, got ${printed(requirements)}`,
    )
  }
  // Loaded on first use: it is as large as everything else.
  const { conform } = await import('../../../conformance/index.ts')
  const target = deploymentOf(subject, options)
  const { requirements: results } = await conform({
    ledger: false,
    requirementSet: 'all',
    ...options,
    ...target,
    only,
  }).catch(named)
  const graded = results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'observed')
  const failed = graded.filter(({ verdict }) => verdict === 'fail')
  const passed = graded.filter(({ verdict }) => verdict === 'pass')
  if (failed.length === 0 && passed.length === 0) {
    const why = graded
      .map(({ id, verdict, why: reason = '' }) => `\n  ${id}: ${verdict}: ${reason}`)
      .slice(0, 20)
    throw new Error(
      `toConformTo: nothing could be shown of ${only.join(', ')} at ${target.baseUrl}${why.join('')}`,
    )
  }
  const lines = failed.map(({ id, statement, why }) => `\n  ${id}: ${statement}\n    ${why ?? ''}`)
  return {
    pass: failed.length === 0,
    message: () =>
      failed.length === 0
        ? `Expected ${target.baseUrl} not to conform to ${only.join(', ')}; all ${passed.length} requirements that could be shown hold`
        : `Expected ${target.baseUrl} to conform to ${only.join(', ')}; ${failed.length} of ${graded.length} requirements fail${lines.join('')}`,
  }
}

function deploymentOf(subject: unknown, options: ConformingOptions): Deployment {
  if (isOrganisation(subject)) {
    return { baseUrl: subject.baseUrl, token: subject.apiToken, fetch: subject.fetch }
  }
  if (typeof subject === 'string') return { baseUrl: subject, ...pick(options) }
  const { baseUrl, url, token, apiToken, org, fetch } = (subject ?? {}) as Readonly<Record<string, unknown>>
  const address = baseUrl ?? url
  if (typeof address !== 'string') {
    throw new TypeError(
      `toConformTo: expected an organisation, a server, a URL or { baseUrl, token }, got ${printed(subject)}`,
    )
  }
  const secret = token ?? apiToken ?? (isOrganisation(org) ? org.apiToken : undefined)
  return {
    baseUrl: address,
    ...(typeof secret === 'string' ? { token: secret } : pick(options)),
    ...(typeof fetch === 'function' ? { fetch: fetch as NonNullable<Deployment['fetch']> } : {}),
  }
}

function pick({ token }: ConformingOptions): { token?: string } {
  return token === undefined ? {} : { token }
}

function named(error: unknown): never {
  if (error instanceof Error)
    error.message = `toConformTo: ${(error as Partial<UsageError>).reason ?? error.message}`
  throw error
}
