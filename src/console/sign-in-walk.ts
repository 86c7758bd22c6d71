import { toBase64Url } from '../contract/formats/base64url.ts'
import type { AnswerOf, Backend } from './backend.ts'

/** A request of a sign-in, and its answer. */
export interface Step {
  readonly title: string
  readonly request: string
  readonly status: number
  readonly leadsTo?: string | undefined
  readonly number?: number | undefined
}

/** The consent page of a person. */
export interface ConsentPage {
  readonly heading: string
  readonly scopes: readonly string[]
  readonly hidden: Readonly<Record<string, string>>
}

/** The progress of a sign-in. */
export interface Walk {
  readonly steps: readonly Step[]
  /** Present while the person must answer. */
  readonly consent?: ConsentPage
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Why it ended without tokens. */
  readonly problem?: string
}

/** The sign-in of a person at an application. */
export interface WalkRequest {
  readonly client: string
  readonly isPublic: boolean
  readonly person: string
  readonly query: URLSearchParams
}

type Reply = AnswerOf<'sendRequest'>

const authorizePath = '/oauth2/v1/authorize'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Performs a sign-in, as a person's browser and as the application: one request after another. It stops where the
 * person must answer, and goes on with the answer.
 *
 * @param onStep Receives the progress after each request.
 */
export async function* signInWalk(
  backend: Backend,
  { client, isPublic, person, query }: WalkRequest,
  onStep: (walk: Walk) => void,
): AsyncGenerator<Walk, Walk, 'allow' | 'deny'> {
  const steps: Step[] = []
  let cookie: string | undefined
  const send = async (title: string, method: string, path: string, more: object = {}): Promise<Reply> => {
    const headers = { ...(method === 'POST' ? form : {}), ...(cookie === undefined ? {} : { cookie }) }
    const reply = await backend.control('sendRequest', { method, path, headers, ...more })
    const { status, number } = reply
    steps.push({ title, request: `${method} ${path}`, status, leadsTo: locationOf(reply), number })
    onStep({ steps: [...steps] })
    return reply
  }
  const ends = (problem: string): Walk => ({ steps, problem })

  let verifier: string | undefined
  // Browsers can hash only in pages from this machine or over HTTPS.
  if (globalThis.crypto.subtle) {
    verifier = crypto.randomUUID() + crypto.randomUUID()
    query.set('code_challenge', await challengeOf(verifier))
    query.set('code_challenge_method', 'S256')
  }
  let reply = await send('The application sends the browser', 'GET', `${authorizePath}?${query}`)
  for (;;) {
    const { status, body } = reply
    if (isLost(reply)) return ends(lostText(reply))
    const location = locationOf(reply)
    if (location === undefined) {
      const consent = status === 200 ? consentIn(body) : undefined
      if (!consent) return ends(textOf(body))
      const decision = yield { steps: [...steps], consent }
      const title = decision === 'allow' ? 'The person allows it' : 'The person refuses'
      const answer = String(new URLSearchParams({ ...consent.hidden, decision }))
      reply = await send(title, 'POST', authorizePath, { body: answer })
      continue
    }
    const { searchParams: given } = new URL(location, 'http://here')
    const interaction = given.get('interaction')
    if (interaction === null) {
      const code = given.get('code')
      if (code === null) {
        return ends([given.get('error'), given.get('error_description')].filter(Boolean).join(': '))
      }
      // The browser is back at the application, which exchanges the code.
      const exchange = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: query.get('redirect_uri')!,
        ...(isPublic ? { client_id: client } : {}),
        ...(verifier === undefined ? {} : { code_verifier: verifier }),
      })
      const issued = await send('The application exchanges the code', 'POST', '/oauth2/v1/token', {
        ...(isPublic ? {} : { client }),
        body: String(exchange),
      })
      if (isLost(issued)) return ends(lostText(issued))
      if (issued.status !== 200) return ends(textOf(issued.body))
      try {
        return { steps, tokens: JSON.parse(issued.body) as Record<string, unknown> }
      } catch (error) {
        return ends(`The reply of the token endpoint is not JSON: ${(error as Error).message}`)
      }
    }
    if (cookie !== undefined) {
      return ends(
        'The service asks for a sign-in once more: the person cannot sign in now, or the request asks for a password. Open the sign-in page in a tab.',
      )
    }
    const opened = await backend.control('openSession', { user: person })
    cookie = opened.sessionCookie
    const { body: user } = await backend.call('GET', `/api/v1/users/${encodeURIComponent(person)}`)
    const note = user.status === 'ACTIVE' ? '' : ` (${user.status}: the sign-in page may refuse this person)`
    const path = `${authorizePath}?interaction=${encodeURIComponent(interaction)}`
    reply = await send(`${person} signs in${note}, and goes on`, 'GET', path)
  }
}

/** Whether a fault prevents a reply; a slow reply still arrives. */
function isLost({ broken }: Reply): boolean {
  return broken !== undefined && broken !== 'slow-body'
}

function lostText({ broken }: Reply): string {
  return `A fault keeps the reply back: ${broken}. Who waits for it sees an error of the network.`
}
function locationOf({ headers }: Reply): string | undefined {
  return headers['Location']?.toString()
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return toBase64Url(new Uint8Array(digest))
}

/** The content of a consent page; undefined for another page. */
function consentIn(text: string): ConsentPage | undefined {
  const page = new DOMParser().parseFromString(text, 'text/html')
  if (!page.querySelector('button[name="decision"]')) return undefined
  return {
    heading: page.querySelector('h1')?.textContent ?? '',
    scopes: [...page.querySelectorAll('.scopes li')].map((item) => wordsOf(item)),
    hidden: Object.fromEntries(
      [...page.querySelectorAll<HTMLInputElement>('input[type="hidden"]')].map(({ name, value }) => [
        name,
        value,
      ]),
    ),
  }
}

/** The text of a page, or of a JSON error. */
function textOf(body: string): string {
  try {
    const { error, error_description: description } = JSON.parse(body) as Record<string, string>
    return [error, description].filter(Boolean).join(': ')
  } catch {
    return wordsOf(new DOMParser().parseFromString(body, 'text/html').querySelector('main'))
  }
}

function wordsOf(element: Element | null): string {
  return [...(element?.querySelectorAll('h1, p, strong, span, dt, dd') ?? [])]
    .filter((each) => each.children.length === 0)
    .map((each) => each.textContent.trim())
    .join(': ')
}
