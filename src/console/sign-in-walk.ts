import { toBase64Url } from '../contract/formats/base64url.ts'
import { type Backend } from './backend.ts'

/** A request of a sign-in, and its answer. */
export interface Step {
  /** The purpose: `Ask the service`. */
  readonly title: string
  readonly request: string
  readonly status: number
  /** The target of a redirect. */
  readonly leadsTo?: string | undefined
  /** Its number in the journal. */
  readonly number?: number | undefined
}

/** The consent page of a person. */
export interface ConsentPage {
  readonly heading: string
  /** The scopes that the application asks for. */
  readonly scopes: readonly string[]
  /** The hidden fields of the page's form. */
  readonly hidden: Readonly<Record<string, string>>
}

/** The progress of a sign-in. */
export interface Walk {
  readonly steps: readonly Step[]
  /** Present while the person must answer. */
  readonly consent?: ConsentPage
  /** The tokens of the application. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Why it ended without tokens. */
  readonly problem?: string
}

/** The sign-in of a person at an application. */
export interface WalkRequest {
  readonly client: string
  readonly isPublic: boolean
  readonly person: string
  /** The parameters of the authorization request. */
  readonly query: URLSearchParams
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly number?: number
  /** The damage that a fault does on the way. */
  readonly broken?: string
}

const authorizePath = '/oauth2/v1/authorize'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Performs a sign-in, as a person's browser and as the application: one request after another. */
export class SignInWalk {
  readonly #backend: Backend
  readonly #asked: WalkRequest
  readonly #onStep: (walk: Walk) => void
  readonly #steps: Step[] = []
  #cookie: string | undefined
  #verifier: string | undefined

  /** @param onStep Receives the progress after each step. */
  constructor(backend: Backend, asked: WalkRequest, onStep: (walk: Walk) => void) {
    this.#backend = backend
    this.#asked = asked
    this.#onStep = onStep
  }

  /** Starts, and continues to the consent page or to the end. */
  async begin(): Promise<void> {
    const { query } = this.#asked
    // Browsers can hash only in pages from this machine or over HTTPS.
    if (globalThis.crypto.subtle) {
      this.#verifier = crypto.randomUUID() + crypto.randomUUID()
      query.set('code_challenge', await challengeOf(this.#verifier))
      query.set('code_challenge_method', 'S256')
    }
    await this.#browse('The application sends the browser', `${authorizePath}?${query}`)
  }

  /** Continues with the person's answer. */
  async decide({ hidden }: ConsentPage, decision: 'allow' | 'deny'): Promise<void> {
    const body = String(new URLSearchParams({ ...hidden, decision }))
    await this.#follow(
      await this.#send(decision === 'allow' ? 'The person allows it' : 'The person refuses', {
        method: 'POST',
        path: authorizePath,
        headers: form,
        body,
      }),
    )
  }

  async #browse(title: string, path: string): Promise<void> {
    await this.#follow(await this.#send(title, { method: 'GET', path }))
  }

  async #follow(reply: Reply): Promise<void> {
    const { status, body } = reply
    if (isLost(reply)) return this.#tell({ problem: lostText(reply) })
    const location = locationOf(reply)
    if (location === undefined) {
      const consent = status === 200 ? consentIn(body) : undefined
      return consent ? this.#tell({ consent }) : this.#tell({ problem: textOf(body) })
    }
    const to = new URL(location, 'http://here')
    const interaction = to.searchParams.get('interaction')
    if (interaction === null) return this.#comeBack(to)
    if (this.#cookie !== undefined) {
      return this.#tell({
        problem:
          'The service asks for a sign-in once more: the person cannot sign in now, or the request asks for a password. Open the sign-in page in a tab.',
      })
    }
    const { person } = this.#asked
    const opened = await this.#backend.control('openSession', { user: person })
    this.#cookie = opened.sessionCookie
    const { body: user } = await this.#backend.call('GET', `/api/v1/users/${encodeURIComponent(person)}`)
    const note = user.status === 'ACTIVE' ? '' : ` (${user.status}: the sign-in page may refuse this person)`
    await this.#browse(
      `${person} signs in${note}, and goes on`,
      `${authorizePath}?interaction=${encodeURIComponent(interaction)}`,
    )
  }

  /** The browser is back at the application, which exchanges the code. */
  async #comeBack({ searchParams: given }: URL): Promise<void> {
    const { client, isPublic, query } = this.#asked
    const code = given.get('code')
    if (code === null) {
      return this.#tell({
        problem: [given.get('error'), given.get('error_description')].filter(Boolean).join(': '),
      })
    }
    const reply = await this.#send('The application exchanges the code', {
      method: 'POST',
      path: '/oauth2/v1/token',
      headers: form,
      ...(isPublic ? {} : { client }),
      body: String(
        new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: query.get('redirect_uri')!,
          ...(isPublic ? { client_id: client } : {}),
          ...(this.#verifier === undefined ? {} : { code_verifier: this.#verifier }),
        }),
      ),
    })
    const { status, body } = reply
    if (isLost(reply)) return this.#tell({ problem: lostText(reply) })
    if (status !== 200) return this.#tell({ problem: textOf(body) })
    try {
      return this.#tell({ tokens: JSON.parse(body) as Record<string, unknown> })
    } catch (error) {
      return this.#tell({
        problem: `The reply of the token endpoint is not JSON: ${(error as Error).message}`,
      })
    }
  }

  async #send(
    title: string,
    request: {
      readonly method: string
      readonly path: string
      readonly headers?: object
      readonly [rest: string]: unknown
    },
  ): Promise<Reply> {
    const headers = { ...request.headers, ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }) }
    const reply = (await this.#backend.control('sendRequest', { ...request, headers })) as Reply
    this.#steps.push({
      title,
      request: `${request.method} ${request.path}`,
      status: reply.status,
      leadsTo: locationOf(reply),
      number: reply.number,
    })
    this.#tell({})
    return reply
  }

  #tell(more: Omit<Walk, 'steps'>): void {
    this.#onStep({ steps: [...this.#steps], ...more })
  }
}

/** Whether a fault prevents a reply; a slow reply still arrives. */
function isLost({ broken }: Reply): boolean {
  return broken !== undefined && broken !== 'slow-body'
}

function lostText({ broken }: Reply): string {
  return `A fault keeps the reply back: ${broken}. Who waits for it sees an error of the network.`
}

/** The target of a redirect. */
function locationOf({ headers }: Reply): string | undefined {
  return headers['Location'] ?? headers['location']
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
