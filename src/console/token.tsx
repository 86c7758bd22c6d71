import type { JSX } from 'preact'
import { fromBase64Url } from '../contract/formats/base64url.ts'
import { Json } from './json.tsx'
import { durationText, When } from './time.tsx'

/** The two readable parts of a JSON Web Token. */
interface Decoded {
  readonly header: unknown
  readonly claims: Readonly<Record<string, unknown>>
}

/** Claims that are times, in seconds since 1970. */
const times = [
  ['iat', 'issued'],
  ['auth_time', 'signed in'],
  ['nbf', 'valid from'],
  ['exp', 'expires'],
] as const

/** The issued tokens, decoded: header, claims, and times in the reader's time zone. */
export function Tokens({ issued }: { readonly issued: object }): JSX.Element {
  return (
    <>
      {Object.entries(issued).map(([name, value]) => {
        const token = decoded(value)
        if (!token) return null
        const { iat, exp } = token.claims
        return (
          <section key={name} aria-label={`${name}, decoded`}>
            <h3>{name}</h3>
            <p>
              {times.map(([claim, title]) => {
                const at = token.claims[claim]
                if (typeof at !== 'number') return null
                return (
                  <span key={claim}>
                    {title} <When at={new Date(at * 1000).toISOString()} />
                    {claim === 'exp' && typeof iat === 'number' && typeof exp === 'number'
                      ? `, after ${durationText((exp - iat) * 1000)}`
                      : ' · '}
                  </span>
                )
              })}
            </p>
            <div class="columns">
              <div>
                Header
                <Json label={`Header of ${name}`} value={token.header} />
              </div>
              <div>
                Claims
                <Json label={`Claims of ${name}`} value={token.claims} />
              </div>
            </div>
          </section>
        )
      })}
    </>
  )
}

/** The content of a JSON Web Token; undefined for anything else. */
function decoded(token: unknown): Decoded | undefined {
  if (typeof token !== 'string') return undefined
  const [header, claims] = token.split('.').map(read)
  return header && claims ? { header, claims } : undefined
}

function read(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(part))) as Record<string, unknown>
  } catch {
    return undefined
  }
}
