import type { Sender } from '../wire/http-sender.ts'
import { ask, type Reach } from './ask.ts'
import { isLoopback } from '../wire/loopback.ts'
import type { RawReply } from '../wire/reply.ts'
import { lacksRights } from './rights.ts'
import type { SuiteSetup } from './conform-options.ts'
import { parsed } from '../words/parsed.ts'
import { reasonOf } from '../words/reason-of.ts'

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
}

/** Advice for a target that gives no answer. */
export const unreachableAdvice =
  'Check that the target is up and that this machine reaches it (curl -i, with the same address). Proxies are taken from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; --insecure accepts a certificate of its own.'

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
    ask(setup, sender, `${list}?limit=1`, credentials, signal)
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
          : "Check that the token is of this deployment, was not revoked, and is an API token as it stands after `SSWS `, without that word; it must be an administrator's.",
      )
    }
    if (replies.every(isElsewhere)) replies.push(await first(lists[2]))
    if (replies.every(isElsewhere)) {
      const answers = replies.map((reply, at) => `GET ${lists[at]} with ${answerOf(reply)}`)
      return stopped(
        `the service is not at ${setup.baseUrl}, which answers ${answers.join(', ')}: is the base URL right?`,
        'Give the address that stands before `/api/v1/users` (--base-url), of the service itself and not of its console or a sign-in page.',
      )
    }
    const mock = await isOurMock(setup, sender, signal)
    return {
      list: [
        ...(setup.token === undefined ? ['there is no token: most clauses need one (--token env:NAME)'] : []),
        ...(mock
          ? ['the target is the bundled mock: --control lets the suite cause what the API alone cannot']
          : []),
      ],
      ...(mock ? { mock } : {}),
    }
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

/** Whether an answer comes from something that has no such list: no route, a redirect, or a page. */
function isElsewhere({ status, text }: RawReply): boolean {
  if (status >= 200 && status < 300) return parsed(text) === undefined
  return (status >= 300 && status < 400) || [404, 405, 410, 501].includes(status)
}

function answerOf({ status, headers, text }: RawReply): string {
  if (headers['location'] !== undefined) return `${status} to ${headers['location'].split('?')[0]}`
  return status < 300 && text !== '' ? `${status}, and no JSON` : String(status)
}
