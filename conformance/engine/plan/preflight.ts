import { type Sender, isLoopback } from '../wire/http-sender.ts'
import type { Json, RawReply } from '../wire/reply.ts'
import { lacksRights } from './rights.ts'
import type { SuiteSetup } from './conform-options.ts'
import { prefixIn } from '../wire/prefix-sender.ts'
import { defined, parsed, reasonOf } from '../words/text.ts'

/** The parts of a setup that are needed before the first check. */
type PreflightSetup = Reach & Pick<SuiteSetup, 'token'> & Partial<Pick<SuiteSetup, 'controlled'>>

const lists = ['/api/v1/users', '/api/v1/groups', '/oauth2/v1/clients'] as const

/** The findings before the first check. */
export interface Preflight {
  /** Warnings to read first. */
  readonly list: readonly string[]
  /** Why nothing can be tried at all. */
  readonly stop?: string
  /** Advice for that case. */
  readonly advice?: string
  /** Whether the target is the bundled mock, its control plane open. */
  readonly mock?: true
  /** The name prefix of the target, if its records show another one than `svc`. */
  readonly prefix?: string
}

/** A setup with the name prefix that a person stated, or that the records of the target show. */
export function withPrefix(setup: SuiteSetup, { prefix }: Preflight): SuiteSetup {
  const { profile } = setup
  return prefix === undefined || profile.prefix !== undefined
    ? setup
    : { ...setup, profile: { ...profile, prefix } }
}

/** Advice for a target that gives no answer. */
export const unreachableAdvice =
  'Check that the target is up and that this machine reaches it (curl -i, with the same address). Proxies are taken from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; --insecure accepts any certificate.'

/** Advice for a certificate that this machine does not trust. */
const distrustAdvice =
  'Let this machine trust the certificate: put that of its authority, in PEM, into a file and name it in NODE_EXTRA_CA_CERTS; NODE_USE_SYSTEM_CA=1 takes those of the system. Or accept any certificate for this run: --insecure.'

/** Whether a connection was given up because of the certificate of the other side. */
function isDistrust(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_|ERR_TLS_CERT_)/.test(code) ||
    isDistrust(error.cause)
  )
}

/** Finds out, before anything is written, whether the service is there and takes the token. */
export async function preflight(
  setup: PreflightSetup,
  sender: Sender,
  signal: AbortSignal = new AbortController().signal,
): Promise<Preflight> {
  const credentials = setup.token === undefined ? {} : { Authorization: `SSWS ${setup.token}` }
  const first = (list: string): Promise<RawReply> =>
    ask(setup, sender, `${list}?limit=50`, credentials, signal)
  const stopped = (stop: string, advice: string): Preflight => ({ list: [stop], stop, advice })
  try {
    const replies = [await first(lists[0]), await first(lists[1])]
    if (replies.every(({ status }) => lacksRights(status))) {
      const status = replies[0]?.status
      return stopped(
        setup.token === undefined
          ? `the target refuses calls without a token (${status}): give it one (--token env:NAME)`
          : `the target refuses the token (${status})`,
        setup.token === undefined
          ? 'Create an API token as an administrator, put it in an environment variable, and name that: --token env:NAME.'
          : 'Use an API token that an administrator of this deployment created and nobody revoked. Give it without the word SSWS.',
      )
    }
    if (replies.every(isElsewhere)) replies.push(await first(lists[2]))
    if (replies.every(isElsewhere)) {
      const [moved, ...others] = new Set(replies.map((reply, at) => movedTo(setup.baseUrl, reply, lists[at])))
      if (moved !== undefined && others.length === 0)
        return stopped(
          `the target ${setup.baseUrl} redirects to ${moved}, and a run follows no redirect`,
          `Give that address: --base-url ${moved}`,
        )
      const answers = Map.groupBy(replies.keys(), (at) => answerOf(replies[at]!))
      const told = [...answers].map(
        ([answer, those]) => `GET ${those.map((at) => lists[at]).join(', ')} with ${answer}`,
      )
      return stopped(
        `the service is not at ${setup.baseUrl}, which answers ${told.join('; ')}: is the base URL right?`,
        'Give the address before `/api/v1/users` (--base-url): of the service itself, not of its console or a sign-in page.',
      )
    }
    const mock = await isOurMock(setup, sender, signal)
    const [users, groups] = replies.map(({ text }) => listIn(text))
    const prefix = prefixIn(users, groups)
    return defined({
      prefix,
      list: [
        ...(setup.token === undefined
          ? ['there is no token: most requirements need one (--token env:NAME)']
          : []),
        ...(mock
          ? ['the target is the bundled mock: --control lets the suite cause what the API alone cannot']
          : []),
      ],
      mock: mock ? (true as const) : undefined,
    })
  } catch (error) {
    if (signal.aborted) return { list: [] }
    const why = reasonOf(error)
    return stopped(
      `the target ${setup.baseUrl} gives no answer: ${why}`,
      isDistrust(error) ? distrustAdvice : unreachableAdvice,
    )
  }
}

/** Whether a target on this machine that no adapter controls is the bundled mock. */
async function isOurMock(
  { controlled, ...setup }: PreflightSetup,
  sender: Sender,
  signal: AbortSignal,
): Promise<boolean> {
  if (controlled !== false || !isLoopback(new URL(setup.baseUrl))) return false
  const patient = { ...setup, requestTimeout: 2000 }
  const reply = await ask(patient, sender, '/_control', {}, signal).catch(() => undefined)
  return reply?.status === 200 && /"actions":\s*\[/.test(reply.text)
}

/** Whether an answer comes from something that has no such list: no route, a redirect, a page, or other records. */
function isElsewhere({ status, text }: RawReply): boolean {
  if (status >= 200 && status < 300) return listIn(text) === undefined
  if (status === 400) return !isError(parsed(text))
  return (status >= 300 && status < 400) || status >= 500 || [404, 405, 410].includes(status)
}

/** The users, groups or clients in an answer; undefined if it is something else. */
function listIn(text: string): readonly Json[] | undefined {
  const json: Json = parsed(text)
  if (!Array.isArray(json)) return undefined
  const isRecord = (each: Json): boolean =>
    typeof each?.profile === 'object' || typeof each?.client_id === 'string'
  return json.length === 0 || json.some(isRecord) ? json : undefined
}

/** Whether a body is an error of the service (Clients, Errors). */
function isError(json: Json): boolean {
  return typeof (json?.errorCode ?? json?.error) === 'string'
}

/** The base URL to which a list is redirected; undefined if the answer leads elsewhere. */
function movedTo(baseUrl: string, { status, headers }: RawReply, list = ''): string | undefined {
  const { location = '' } = headers
  if (status < 300 || status >= 400 || !URL.canParse(location, baseUrl)) return undefined
  const { origin, pathname } = new URL(location, baseUrl)
  const place = `${origin}${pathname}`.replace(/\/$/, '')
  return place.endsWith(list) ? place.slice(0, -list.length) : undefined
}

function answerOf({ status, headers, text }: RawReply): string {
  if (headers['location'] !== undefined) return `${status} to ${headers['location'].split('?')[0]}`
  const isJson = parsed(text) !== undefined
  return status < 300 && text !== ''
    ? `${status}, and ${isJson ? 'no list of its records' : 'no JSON'}`
    : String(status)
}

/** How a target is reached before its first check. */
export type Reach = Pick<SuiteSetup, 'baseUrl' | 'headers' | 'requestTimeout'>

/** Reads a path of the target once, outside any check, with these credentials. */
export function ask(
  { baseUrl, headers, requestTimeout }: Reach,
  sender: Sender,
  path: string,
  credentials: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<RawReply> {
  const timeout = AbortSignal.timeout(requestTimeout)
  return sender.send(
    {
      method: 'GET',
      url: new URL(`${baseUrl}${path}`),
      headers: { Accept: 'application/json', ...headers, ...credentials },
      body: undefined,
    },
    signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  )
}
