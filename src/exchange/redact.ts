import { privateKeyMembers } from '../contract/resources/json-web-key.ts'
import { once } from '../contract/once.ts'
import { isSecretField, secretFieldPattern } from '../contract/secrets.ts'
import { holdsSecret, isSecretParameter, redacted, type Secrets } from '../model/access/redaction.ts'
import { decoded } from '../model/kernel/decoded.ts'
import { isFact } from './secret-place.ts'

/** The private members of a JSON Web Key (RFC 7518, section 6). */
const privateMembers: ReadonlySet<string> = new Set(privateKeyMembers)

/** Headers that carry secrets, and how each is shown. */
const secretHeaders: Readonly<Record<string, (value: string) => string>> = {
  authorization: (value) => `${/^\S+(?=\s)/.exec(value)?.[0] ?? ''} ${redacted}`.trimStart(),
  'proxy-authorization': () => redacted,
  cookie: strikeCookies,
  'set-cookie': (value) => value.replace(/=[^;]*/, `=${redacted}`),
  dpop: () => redacted,
  'x-identikit-control-token': () => redacted,
}

/** Removes secrets from one exchange. It remembers them, to remove them at each later place as well. */
export class Redaction {
  readonly #found = new Set<string>()
  readonly #secrets: Secrets

  /** @param secrets Recognizes texts that give access now, whatever their names. */
  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** Headers without secrets. */
  headers(headers: Iterable<readonly [string, string | readonly string[]]>): Record<string, string> {
    const shown: Record<string, string> = {}
    for (const [name, value] of headers) {
      const lower = name.toLowerCase()
      const lines = typeof value === 'string' ? [value] : value
      const strike = secretHeaders[lower]
      if (strike) for (const line of lines) this.#remember(line)
      shown[lower] = lines
        .map((line) => {
          if (strike) return strike(line)
          if (!isSecret(lower, line)) return this.#plain(line)
          this.#note(line)
          return redacted
        })
        .join(', ')
    }
    return shown
  }

  /** A body without secrets: its JSON value, or its text. */
  body(text: string, contentType = ''): unknown {
    if (text === '') return undefined
    if (contentType.includes('x-www-form-urlencoded'))
      return this.text(strikeParameters(`?${text}`, this.#note).slice(1))
    try {
      return this.#shown(JSON.parse(text), false)
    } catch {
      return this.text(
        strikeParameters(text, this.#note).replaceAll(
          unreadableMember(),
          (_, head: string) => `${head}"${redacted}"`,
        ),
      )
    }
  }

  /** One side of an exchange without secrets. */
  message(
    headers: Iterable<readonly [string, string | readonly string[]]>,
    text: string,
  ): { readonly headers: Record<string, string>; readonly body?: unknown } {
    const shown = this.headers(headers)
    const body = this.body(text, shown['content-type'])
    return body === undefined ? { headers: shown } : { headers: shown, body }
  }

  /** A JSON value without secrets. */
  value<Value>(value: Value): Value {
    return this.#shown(value, false) as Value
  }

  /** A text without the secrets that were found so far. */
  text(text: string): string {
    let shown = text
    for (const secret of this.#found) {
      shown = shown.replaceAll(secret, redacted)
      const encoded = encodeURIComponent(secret)
      if (encoded !== secret) shown = shown.replaceAll(encoded, redacted)
    }
    return shown
  }

  /** A path without the secrets that were found so far. A part of it that only contains one may be a fixed word. */
  path(path: string): string {
    return path
      .split('/')
      .map((segment) => (this.#found.has(decoded(segment)) ? redacted : segment))
      .join('/')
  }

  /** Remembers the texts of an address that its listed form does not show. */
  learn(whole: string, listed: string): void {
    const shown = new Set(listed.split(/[/?&=]/))
    for (const part of whole.split(/[/?&=]/))
      if (!shown.has(part)) this.#note(decoded(part.replaceAll('+', ' ')))
  }

  /** A text under an ordinary name. */
  #plain(text: string): string {
    for (const part of text.match(/[^\s"'(),;]{8,}/g) ?? [])
      if (holdsSecret(this.#secrets, part)) this.#note(part)
    return this.text(strikeParameters(text, this.#note))
  }

  readonly #note = (secret: string): void => {
    // A shorter text would also match words that are not secrets.
    if (secret.length >= 4 && secret !== redacted) this.#found.add(secret)
  }

  /** The parts of a header that may occur elsewhere: a token without its scheme, the value of a cookie. */
  #remember(line: string): void {
    for (const part of line.split(/[\s;,]+/)) {
      const value = part.slice(part.indexOf('=') + 1)
      if (value.length >= 16) this.#note(value)
    }
  }

  #shown(value: unknown, isSecret: boolean): unknown {
    if (typeof value === 'string') {
      if (!isSecret) return this.#plain(value)
      this.#note(value)
      return redacted
    }
    if (typeof value !== 'object' || value === null) return isSecret && value !== null ? redacted : value
    if (Array.isArray(value)) return value.map((item) => this.#shown(item, isSecret))
    const isKey = Object.hasOwn(value, 'kty')
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        // Facts such as the name of an algorithm occur elsewhere, and are no secrets there.
        isSecret && isFact(name)
          ? redacted
          : this.#shown(member, isSecret || isSecretField(name) || (isKey && privateMembers.has(name))),
      ]),
    )
  }
}

/** A secret member of a text that is not JSON, up to the end of its value or the text. */
const unreadableMember = once(
  () => new RegExp(`("(?:${secretFieldPattern()})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\{[^}]*\\}?)`, 'gi'),
)

/** Parameters in addresses: `?code=…`, `#access_token=…`. */
const parameter = /([?&#])([^=&#?\s"'<>]{1,200})=([^&#\s"'>]+)/g

/** Fields of a form that a page sends on: `name="code" value="…"`. */
const hiddenField = once(() => new RegExp(`(name="(?:${secretFieldPattern()})"[^>]*? value=")([^"]+)`, 'gi'))

/** The links in mails have one-time tokens in their paths. Below a client, an id follows `tokens`. */
const linkToken =
  /(?<!\/clients\/[^/\s"]{1,200})(\/(?:welcome|tokens|reset_password|signin\/reset-password|verify)\/)([A-Za-z0-9_-]{16,})/g

/** A switch such as `tempPassword=true` is not a secret. */
function isSecret(name: string, value: string): boolean {
  return isSecretParameter(name) && !/^(?:true|false)$/i.test(value)
}

function strikeParameters(text: string, note: (secret: string) => void): string {
  if (!text.includes('=') && !text.includes('/')) return text
  const strike = (_: string, head: string, secret: string): string => {
    note(secret)
    return head + redacted
  }
  return text
    .replaceAll(parameter, (pair, before: string, name: string, value: string) =>
      isSecret(name, value)
        ? strike(pair, `${before}${name}=`, value)
        : `${before}${name}=${strikeInside(value, note)}`,
    )
    .replaceAll(linkToken, strike)
    .replaceAll(hiddenField(), strike)
}

/** A value without the secrets of an address in it: where to go back to after the sign-in. */
function strikeInside(value: string, note: (secret: string) => void): string {
  if (!/%3D/i.test(value)) return value
  try {
    const inside = decodeURIComponent(value)
    const shown = strikeParameters(inside, note)
    return shown === inside ? value : encodeURIComponent(shown)
  } catch {
    return value
  }
}

function strikeCookies(value: string): string {
  return value
    .split(/;\s*/)
    .map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${redacted}` : redacted))
    .join('; ')
}
