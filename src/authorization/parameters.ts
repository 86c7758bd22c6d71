import { refuse } from '../contract/errors/refusal.ts'
import type { OAuthParameter } from '../contract/oauth-endpoints.ts'
import { foreignEncoding } from '../handlers/parse-input.ts'
import type { WireRequest } from '../handlers/wire.ts'

/** Parameters that may come more than once (RFC 8707, section 2). */
const repeatable: ReadonlySet<string> = new Set(['resource', 'audience'])

/** Parameters of the endpoints; those that our pages send, and those that are refused. */
type ParameterName = OAuthParameter | 'interaction' | 'decision' | 'registration' | 'request_uri'

const unreadMax = 20

const formType = 'application/x-www-form-urlencoded'

/** The parameters of a request: each once, and those without a value are left out (RFC 6749, section 3.1). */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>
  readonly #repeated: readonly string[]
  readonly #read = new Set<string>()

  constructor(text: string) {
    const values = new Map<string, string>()
    const repeated = new Set<string>()
    for (const [name, value] of new URLSearchParams(text)) {
      if (value === '') continue
      if (values.has(name) && !repeatable.has(name)) repeated.add(name)
      else values.set(name, value)
    }
    this.#values = values
    this.#repeated = [...repeated]
  }

  static of(values: Readonly<Record<string, string>>): Parameters {
    return new Parameters(new URLSearchParams(values).toString())
  }

  get(name: ParameterName): string | undefined {
    this.#read.add(name)
    return this.#values.get(name)
  }

  has(name: ParameterName): boolean {
    return this.get(name) !== undefined
  }

  /** Names of those that came and that nobody asked for, as far as the journal has room for them. */
  get unread(): readonly string[] {
    const names = [...this.#values.keys()].filter(
      (name) => !this.#read.has(name) && /^[\w.:-]{1,64}$/.test(name),
    )
    return names.slice(0, unreadMax)
  }

  isRepeated(name: string): boolean {
    return this.#repeated.includes(name)
  }

  toRecord(): Record<string, string> {
    return Object.fromEntries(this.#values)
  }

  /** @throws `Refusal` `invalid_request` when one came more than once. */
  refuseRepeated(): void {
    const [name] = this.#repeated
    if (name !== undefined) refuse('parameter-repeated', { name })
  }

  /** @throws `Refusal` `invalid_request` when it is missing. */
  required(name: ParameterName): string {
    return this.get(name) ?? refuseMissing(name)
  }
}

/** @throws `Refusal` `invalid_request` */
export function refuseMissing(name: string): never {
  return refuse('parameter-missing', { name })
}

/** The addresses that a client registered under a setting, as what would have been accepted. */
export function registeredUris(setting: string, uris: readonly string[] | null | undefined): string {
  return uris?.length
    ? `One of its ${setting}: ${uris.join(', ')}`
    : `An address in its ${setting}, now empty`
}

/**
 * The parameters of a form.
 *
 * @throws `Refusal` `invalid_request` for a body of another type, and for a parameter that came twice.
 */
export function formParameters(request: WireRequest): Parameters {
  const encoding = foreignEncoding(request)
  if (encoding !== undefined) {
    const headers = { 'Accept-Encoding': 'identity' }
    refuse('form-encoded', { encoding }, { status: 415, headers })
  }
  if (request.body.trim() !== '' && !isForm(request)) {
    refuse('no-form', { type: formType })
  }
  const parameters = new Parameters(request.body)
  parameters.refuseRepeated()
  return parameters
}

function isForm(request: WireRequest): boolean {
  return request.header('content-type')?.split(';', 1)[0]!.trim().toLowerCase() === formType
}

/** Names of scopes, as they were asked for. */
export function scopeNames(parameters: Parameters): readonly string[] {
  return [...new Set(parameters.get('scope')?.split(' ').filter(Boolean))]
}
