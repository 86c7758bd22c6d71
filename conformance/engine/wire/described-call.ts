import type { Send } from './http-sender.ts'
import { differences } from '../judge/expectation.ts'
import { parsed } from '../words/text.ts'
import type { DescribedCall } from '../plan/target-profile.ts'

export interface CallMaker {
  readonly send: Send
  readonly baseUrl: URL
  /** Reads `env:NAME` and `file:PATH`; other text is taken as it is. */
  readonly readSecret: (text: string) => string
  readonly signal: AbortSignal
}

/** Fills in the placeholders of a call in a target profile, and makes it. Returns whether the answer means yes. */
export async function makeDescribedCall(
  call: DescribedCall,
  values: Readonly<Record<string, string>>,
  { send, baseUrl, readSecret, signal }: CallMaker,
): Promise<{ ok: boolean; status: number; reason?: string; cookie?: string }> {
  const where = fill(call.url, values, encodeURIComponent)
  const below = baseUrl.href.replace(/\/$/, '')
  const url = where.startsWith('/') ? new URL(`${below}${where}`) : new URL(where, `${below}/`)
  const body =
    call.form !== undefined
      ? new URLSearchParams(
          Object.entries(call.form).map(([key, value]) => [key, fill(value, values)]),
        ).toString()
      : call.body === undefined
        ? undefined
        : JSON.stringify(fillDeep(call.body, values))
  const type = call.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const headers: Record<string, string> = {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': type }),
  }
  for (const [name, value] of Object.entries(call.headers ?? {}))
    headers[name] = fill(readSecret(value), values)
  const reply = await send({ method: call.method, url, headers, body }, signal)
  const json = parsed(reply.text)
  const wantedStatus = call.success.status
  const ok =
    (wantedStatus === undefined
      ? reply.status >= 200 && reply.status < 300
      : reply.status === wantedStatus) &&
    (call.success.body === undefined || differences(json, call.success.body).length === 0)
  const told: unknown = call.cookie === undefined ? undefined : Object(json)[call.cookie]
  const cookie = typeof told === 'string' ? told : reply.headers['set-cookie']?.split(';')[0]
  return {
    ok,
    status: reply.status,
    ...(ok ? {} : { reason: reasonOf(reply.status, json) }),
    ...(cookie === undefined ? {} : { cookie }),
  }
}

function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  encode = (value: string): string => value,
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : encode(values[name]),
  )
}

function fillDeep(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) return value.map((each) => fillDeep(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillDeep(each, values)]))
}

/** The reason in an answer that means no; it may differ from case to case. */
function reasonOf(status: number, body: unknown): string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const told = ['status', 'reason', 'errorCode', 'error'].map((name) => fields[name])
  return [status, ...told.filter((each) => typeof each === 'string')].join(' ')
}
