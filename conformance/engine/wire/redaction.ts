/** Searches a text for many needles at once, in one pass. */
export class StringMatcher<Value> {
  readonly #values = new Map<string, Value>()
  /** By their first four characters: the lengths of the needles, longest first. Several may begin alike. */
  readonly #lengths = new Map<string, number[]>()
  /** One bit for each hash of four characters that a needle starts with: most positions of a text end here. */
  readonly #filter = new Uint8Array(1 << 15)

  /** Adds a text of four characters or more. One that is there already keeps its value. */
  add(needle: string, value: Value): void {
    if (this.#values.has(needle)) return
    this.#values.set(needle, value)
    const start = needle.slice(0, 4)
    const lengths = this.#lengths.get(start) ?? []
    if (!lengths.includes(needle.length))
      this.#lengths.set(
        start,
        [...lengths, needle.length].sort((one, other) => other - one),
      )
    let hash = 0
    for (let at = 0; at < 4; at++) hash = rolled(hash, needle.charCodeAt(at))
    this.#filter[hash >> 3]! |= 1 << (hash & 7)
  }

  /** The needles in a text, from left to right: the longest at each place, and never one within another. */
  *in(text: string): Generator<{ readonly at: number; readonly needle: string; readonly value: Value }> {
    if (this.#values.size === 0) return
    for (let from = 0; ;) {
      const at = this.#candidate(text, from)
      if (at === undefined) return
      const needle = this.#lengths
        .get(text.slice(at, at + 4))
        ?.map((length) => text.slice(at, at + length))
        .find((each) => this.#values.has(each))
      if (needle !== undefined) yield { at, needle, value: this.#values.get(needle) as Value }
      from = at + (needle?.length ?? 1)
    }
  }

  /** Where the first needle may begin. Outside the generator this hot loop of a run is compiled. */
  #candidate(text: string, from: number): number | undefined {
    const filter = this.#filter
    let hash = 0
    for (let end = from; end < text.length; end++) {
      // The last four characters and no other: each pushes out the one that is four before it.
      hash = rolled(hash, text.charCodeAt(end))
      if (((filter[hash >> 3]! >> (hash & 7)) & 1) === 1 && end >= from + 3) return end - 3
    }
    return undefined
  }
}

function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3ffff
}

/** Shorter values are redacted where they stand under a secret's name, but not looked for in other text. */
const shortest = 6

const secretKeys =
  /^(client_secret|password|oldPassword|newPassword|tempPassword|answer|token|activationToken|activationUrl|resetPasswordUrl|access_token|refresh_token|id_token|sessionToken|stateToken|cookie|passCode|code_verifier|device_code|user_code|client_assertion|subject_token|id_token_hint)$/i

/** Inside a password object these are choices, not secrets. */
const openKeys = /^(algorithm|saltOrder|workFactor|iterationCount|keySize|digestAlgorithm|type|question)$/

const secretHeaders = /^(authorization|proxy-authorization|cookie|set-cookie)$|key|secret|token/i

/**
 * Takes secrets out of all kept data: by the name of the field, and by value in every other place. It finds them plain,
 * base64, base64url, percent-encoded or JSON-escaped. The same secret always gets the same alias, `«client_secret#1»`,
 * so that equality stays visible.
 */
export class Redactor {
  readonly #aliases = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  /** Demands (`<anything but …>`) that went by: one that stands under a secret's name is no secret. */
  readonly #demands = new Set<string>()
  /** Encoded forms of the secrets, with their aliases. */
  readonly #forms = new StringMatcher<string>()

  /** Makes a value a secret, and returns the alias that stands for it. */
  add(kind: string, secret: string): string {
    if (isAlias(secret)) return secret
    const known = this.#aliases.get(secret)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const alias = `«${kind}#${count}»`
    this.#aliases.set(secret, alias)
    if (secret.length >= shortest) for (const form of encodedForms(secret)) this.#forms.add(form, alias)
    return alias
  }

  /** All secrets known so far, for a test that looks for them. */
  get secrets(): readonly string[] {
    return [...this.#aliases.keys()]
  }

  /** The text with every known secret replaced by its alias. */
  text(text: string): string {
    let clean = ''
    let from = 0
    for (const { at, needle, value } of this.#forms.in(text)) {
      clean += text.slice(from, at) + value
      from = at + needle.length
    }
    return from === 0 ? text : clean + text.slice(from)
  }

  /** A body as text: secrets under their names first (when it is JSON), then all known values. */
  body(text: string): string {
    const taught = this.learn(text)
    return this.text(taught === undefined ? text : JSON.stringify(this.#byName(taught)))
  }

  /** Learns the secrets of a body that is not kept; returns the parsed body if it contains any. */
  learn(text: string): object | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined
    try {
      const parsed = JSON.parse(text) as object
      return this.#learn(parsed) ? parsed : undefined
    } catch {
      return undefined
    }
  }

  /** Any value, deeply, as JSON would have it: what comes out can be sent from thread to thread. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((each) => this.value(each))
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
      return this.text(String(value))
    if (typeof value !== 'object' || value === null) return value
    if (speaksForItself(value)) return this.#demand(value)
    const named = this.#learn(value) ? (this.#byName(value) as object) : value
    return Object.fromEntries(Object.entries(named).map(([key, each]) => [this.text(key), this.value(each)]))
  }

  /** Headers, with credentials taken out whole. */
  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        secretHeaders.test(name) ? this.header(name, value) : this.text(value),
      ]),
    )
  }

  /** A header that holds a credential: the scheme and the cookie's name stay, the rest becomes an alias. */
  header(name: string, value: string): string {
    const scheme = /^(SSWS|Bearer|Basic|DPoP)\s+(.+)$/i.exec(value)
    if (scheme) return `${scheme[1]} ${this.add('token', scheme[2] ?? '')}`
    if (/cookie$/i.test(name)) {
      return value.replaceAll(/([^=;,\s]+)=([^;,\s]+)/g, (whole, key: string, each: string) =>
        /^(path|domain|expires|max-age|samesite)$/i.test(key) ? whole : `${key}=${this.add('cookie', each)}`,
      )
    }
    if (/^x-rate-limit|^x-.*request-id$/i.test(name)) return this.text(value)
    return this.add('header', value)
  }

  /** A demand as JSON has it, with the secrets that it names struck out; kept, to be known again. */
  #demand(value: { toJSON(): unknown }): unknown {
    const clean = this.value(value.toJSON())
    if (typeof clean === 'string') this.#demands.add(clean)
    return clean
  }

  /** Learns the secrets of a body by their names; returns whether it found any. */
  #learn(value: unknown, kind?: string): boolean {
    if (typeof value === 'string') {
      if (kind === undefined || value === '' || this.#demands.has(value)) return false
      this.add(kind, value)
      if (/url$/i.test(kind)) for (const part of tokensOf(value)) this.add('token', part)
      return true
    }
    // A demand (`a.string`) under a secret's name is no secret.
    if (typeof value !== 'object' || value === null || speaksForItself(value)) return false
    let any = false
    for (const [key, each] of Object.entries(value)) {
      const inner = secretKeys.test(key) ? key : kind !== undefined && !openKeys.test(key) ? kind : undefined
      if (this.#learn(each, inner)) any = true
    }
    return any
  }

  #byName(value: unknown, kind?: string): unknown {
    if (typeof value === 'string')
      return kind === undefined || value === '' || this.#demands.has(value) ? value : this.add(kind, value)
    if (Array.isArray(value)) return value.map((each) => this.#byName(each, kind))
    if (typeof value !== 'object' || value === null || speaksForItself(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        this.#byName(
          each,
          secretKeys.test(key) ? key : kind !== undefined && !openKeys.test(key) ? kind : undefined,
        ),
      ]),
    )
  }
}

function speaksForItself(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function isAlias(text: string): boolean {
  return /^«[^«»]+#\d+»$/.test(text)
}

/** The long parts of a one-time URL: the token in it is a secret by itself. */
function tokensOf(url: string): string[] {
  return url
    .split(/[/?&=#]/)
    .filter((part) => part.length >= 12 && /\d/.test(part) && !part.includes('.') && !part.includes(':'))
}

/** Every spelling of a secret that a body, a URL or a header may hold. */
export function encodedForms(secret: string): string[] {
  const percent = encodeURIComponent(secret)
  const strict = percent.replaceAll(
    /[!'()*~.\-_]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), percent, strict])
  for (const each of [percent, strict])
    forms.add(each.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))
  for (const each of base64Forms(secret)) {
    forms.add(each)
    forms.add(each.replaceAll('+', '-').replaceAll('/', '_'))
    forms.add(encodeURIComponent(each))
  }
  return [...forms].filter((form) => form.length >= shortest)
}

/** The stretch of base64 that a secret gives wherever it starts in what was encoded (`id:secret`). */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const whole = bytes.toString('base64').replaceAll('=', '')
    const start = before === 0 ? 0 : before + 1
    // The last character mixes in the byte that follows, unless the bytes end on a group of three.
    return whole.slice(start, bytes.length % 3 === 0 ? whole.length : whole.length - 1)
  })
}
