import { createOrg, type Organisation } from 'identikit'
import { type Client, createClient } from 'identikit/client'
import { loadDataset } from 'identikit/fixtures'

/** A reply as the playground shows it. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** As JSON says it, or the text where it is none. */
  readonly body: unknown
  /** Why the request was refused, where it was. */
  readonly explanation: Explanation | undefined
}

export type Explanation = NonNullable<ReturnType<Organisation['control']['readExchange']>['explanation']>

/** A request as somebody types it. */
export interface Call {
  readonly method: string
  /** Or the whole address of a `next` link. */
  readonly path: string
  /** JSON, or nothing. */
  readonly body?: string
}

/** The mock in this page, with the demo data. */
export class Service {
  readonly org: Organisation
  readonly client: Client

  private constructor(org: Organisation) {
    this.org = org
    this.client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch, retry: false })
  }

  static async start(): Promise<Service> {
    const org = createOrg({ baseUrl: 'https://id.example.com' })
    await loadDataset(org, 'demo')
    return new Service(org)
  }

  /** Sends a request with the administrator's token. */
  async call({ method, path, body = '' }: Call): Promise<Reply> {
    const reply = await this.org.fetch(path, {
      method,
      headers: { authorization: `SSWS ${this.org.apiToken}`, 'content-type': 'application/json' },
      ...(method === 'GET' || body.trim() === '' ? {} : { body }),
    })
    const text = await reply.text()
    const explanation = reply.ok ? undefined : this.org.control.readExchange().explanation
    return { status: reply.status, headers: reply.headers, body: parsed(text), explanation }
  }

  /** Runs JavaScript that uses the mock; `print` gets what it prints. */
  async run(code: string, print: (line: string) => void): Promise<void> {
    const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
      this.call({ method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const given = {
      org: this.org,
      control: this.org.control,
      client: this.client,
      call,
      print: (...values: readonly unknown[]) => print(values.map(shown).join(' ')),
    }
    const AsyncFunction = (async () => {}).constructor as new (
      ...texts: readonly string[]
    ) => (...values: readonly unknown[]) => Promise<void>
    await new AsyncFunction(...Object.keys(given), code)(...Object.values(given))
  }
}

/** A value as a person reads it. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? String(value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
