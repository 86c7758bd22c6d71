import { foreignEncoding } from '../handlers/parse-input.ts'
import type { WireRequest } from '../handlers/wire.ts'
import { fail } from './oauth-error.ts'

/** Parameters that may come more than once (RFC 8707, section 2). */
const repeatable: ReadonlySet<string> = new Set(['resource', 'audience'])

const formType = 'application/x-www-form-urlencoded'

/** The parameters of a request: each once, and those without a value are left out (RFC 6749, section 3.1). */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>
  readonly #repeated: readonly string[]

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

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  isRepeated(name: string): boolean {
    return this.#repeated.includes(name)
  }

  toRecord(): Record<string, string> {
    return Object.fromEntries(this.#values)
  }

  /** @throws OAuthError `invalid_request` when one came more than once. */
  refuseRepeated(): void {
    const [name] = this.#repeated
    if (name !== undefined) fail('invalid_request', `The parameter ${name} came more than once`)
  }

  /** @throws OAuthError `invalid_request` when it is missing. */
  required(name: string): string {
    return this.#values.get(name) ?? fail('invalid_request', `The parameter ${name} is missing`)
  }
}

/**
 * The parameters of a form.
 *
 * @throws OAuthError `invalid_request` for a body of another type, and for a parameter that came twice.
 */
export function formParameters(request: WireRequest): Parameters {
  const encoding = foreignEncoding(request)
  if (encoding !== undefined) {
    const headers = { 'Accept-Encoding': 'identity' }
    fail('invalid_request', `Content-Encoding: expected none, found ${encoding}`, { status: 415, headers })
  }
  if (request.body.trim() !== '' && !isForm(request)) {
    fail('invalid_request', `Expected Content-Type: ${formType}`)
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
