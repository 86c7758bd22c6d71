import { httpSender } from '../../conformance/engine/wire/http-sender.ts'
import { RateLimited } from '../../conformance/engine/run/interruption.ts'
import { RateLimiter, toldWait, waitAfterLimit } from '../../conformance/engine/wire/rate-limiter.ts'
import { Redactor } from '../../conformance/engine/wire/redaction.ts'
import { type Client, createClient, ServiceError } from '../client.ts'
import { isLoopback } from '../server/hosts.ts'
import { TransferError, transferExitCodes } from './transfer-error.ts'

/** Where a deployment is, as whom it is called, and how fast. */
export interface TargetOptions {
  readonly baseUrl: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  /** Accept any certificate. Default false. */
  readonly insecure?: boolean
  /** Requests started per second; 0 for no limit. Default: 10, and no limit for this machine. */
  readonly rps?: number
  /** Requests in flight at the same time. Default 4. */
  readonly concurrency?: number
  /** Milliseconds in total that the transfer may wait for rate limits. Default: an hour. */
  readonly rateLimitBudget?: number
  /** Milliseconds that one reply may take, its body included. Default: 30 seconds. */
  readonly requestTimeout?: number
  /** Where proxies are read from. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Stops all calls. */
  readonly signal?: AbortSignal
}

/** A deployment that is read from or written to. */
export interface Target {
  readonly baseUrl: string
  readonly client: Client
  /** How many calls may be under way at the same time. */
  readonly concurrency: number
  /** Milliseconds spent so far on waiting for rate limits. */
  readonly waited: () => number
  /** The deployment's time by its last reply, in milliseconds since 1970; the machine's before there was one. */
  readonly now: () => number
  /** A text without the token and other secrets that were named here. */
  readonly clean: (text: string) => string
  /** Names a secret, which no message then contains. */
  readonly hide: (kind: string, secret: string) => void
  readonly close: () => void
}

/** How often to repeat a call after a 429, if the headers do not give a time. */
const triesBlind = 8

/** The limit for all replies of a deployment, in characters: some 250,000 users. More would not fit into memory. */
const maxRead = 2 ** 29

/** Makes a target. It respects the given limits, and those in the deployment's replies. */
export function openTarget(options: TargetOptions): Target {
  const { baseUrl, token, headers = {}, insecure = false, environment = {} } = options
  const { concurrency = 4, rateLimitBudget = 3_600_000, signal = new AbortController().signal } = options
  const { requestTimeout = 30_000 } = options
  const { rps = isLoopback(new URL(baseUrl).host) ? 0 : 10 } = options
  const redactor = new Redactor()
  redactor.add('token', token)
  for (const value of Object.values(headers)) redactor.add('header', value)
  const sender = httpSender({ insecure, environment })
  const pace = new RateLimiter({ concurrency, rps, rateLimitBudget })
  let skew = 0
  let read = 0

  async function send(request: Request): Promise<Response> {
    const body = request.body === null ? undefined : await request.text()
    const wire = {
      method: request.method,
      url: new URL(request.url),
      headers: Object.fromEntries(request.headers),
      body,
    }
    for (let attempt = 0; ; attempt++) {
      const done = await pace.turn(signal)
      const timer = AbortSignal.timeout(requestTimeout)
      let reply
      try {
        reply = await sender.send(wire, AbortSignal.any([signal, timer]))
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (timer.aborted) throw unreachable(baseUrl, `no answer within ${requestTimeout / 1000} s`)
        throw 'code' in (error as Error) ? error : unreachable(baseUrl, (error as Error).message)
      } finally {
        done()
      }
      read += reply.text.length
      if (read > maxRead) throw unreachable(baseUrl, 'it answers without an end')
      const date = Date.parse(String(reply.headers['date']))
      if (!Number.isNaN(date)) skew = date - Date.now()
      if (reply.status === 429 && (attempt < triesBlind || toldWait(reply.headers) !== undefined)) {
        pace.limited++
        await pace.holdOff(waitAfterLimit(reply.headers, attempt), signal)
        continue
      }
      const wait = waitWhenUsedUp(reply.headers)
      // The next call waits; this call has its reply.
      if (wait > 0) pace.holdOff(wait, signal).catch(() => {})
      const isEmpty = reply.text === '' || reply.status === 204 || reply.status === 304
      return new Response(isEmpty ? null : reply.text, { status: reply.status, headers: reply.headers })
    }
  }

  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    client: createClient({ baseUrl, token, headers, retry: false, fetch: send }),
    concurrency,
    waited: () => pace.waited,
    now: () => Date.now() + skew,
    clean: (text) => redactor.text(text),
    hide: (kind, secret) => void redactor.add(kind, secret),
    close: () => sender.close(),
  }
}

/** The wait after a reply without remaining calls: the next one would exceed the limit. */
function waitWhenUsedUp(headers: Readonly<Record<string, string>>): number {
  if (headers['x-rate-limit-remaining'] !== '0' || headers['x-rate-limit-reset'] === undefined) return 0
  return waitAfterLimit(headers, 0)
}

/**
 * Finds the owner of the token. This first call shows whether the service is there and accepts the token.
 *
 * @returns The login of its owner.
 * @throws TransferError that names the mistake in the address or the token.
 */
export async function ownerOf(target: Target): Promise<string> {
  try {
    const { profile } = await target.client.getUser({ params: { userId: 'me' } })
    if (typeof profile?.login === 'string') return profile.login
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === undefined) {
      throw new TransferError(
        `what answers at ${target.baseUrl} is not the service: GET /api/v1/users/me answered ${error.status}`,
        transferExitCodes.unreachable,
      )
    }
    if (error.status === 404) {
      throw new TransferError(
        `there is no service below ${target.baseUrl}: GET /api/v1/users/me answered 404; is the path of --base-url right?`,
        transferExitCodes.unreachable,
      )
    }
    throw new TransferError(
      `the token was refused: ${target.clean(error.message)}`,
      transferExitCodes.unreachable,
    )
  }
  throw new TransferError(
    `what answers at ${target.baseUrl} is not the service: GET /api/v1/users/me answered no user`,
    transferExitCodes.unreachable,
  )
}

function unreachable(baseUrl: string, why: string): TransferError {
  return new TransferError(`cannot reach ${baseUrl}: ${why}`, transferExitCodes.unreachable)
}

/**
 * Processes replies of a deployment, which may contain anything. An unreadable reply is the deployment's error.
 *
 * @throws TransferError with exit code 6 instead of unknown errors.
 */
export async function reading<Value>(target: Target, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const known = asTransferError(error, target)
    if (known instanceof TransferError || !(known instanceof Error) || known.name === 'UsageError')
      throw known
    const why = oneLine(target.clean(known.message))
    throw new TransferError(
      `what answers at ${target.baseUrl} is not the service, or is broken: ${why}`,
      transferExitCodes.unreachable,
    )
  }
}

/** The error of a call, with a line for people and an exit code. */
export function asTransferError(error: unknown, target: Target): Error {
  if (error instanceof TransferError || !(error instanceof Error)) return error as Error
  if (error instanceof ServiceError) {
    // Only the service has codes.
    const exitCode = error.code === undefined ? transferExitCodes.unreachable : transferExitCodes.refused
    return new TransferError(oneLine(target.clean(error.message)), exitCode)
  }
  if (error instanceof RateLimited) {
    return new TransferError(oneLine(target.clean(error.message)), transferExitCodes.unreachable)
  }
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && /^(E[A-Z]+|CERT_|DEPTH_|SELF_|UNABLE_|HPE_)/.test(code)) {
    const hint = /CERT|SELF|UNABLE/.test(code) ? '; --insecure accepts any certificate' : ''
    return unreachable(target.baseUrl, `${code}${hint}`)
  }
  return error
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 500)
}
