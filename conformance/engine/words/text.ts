/**
 * How many there are of something: `1 request`, `4711 requests`.
 *
 * @param many The plural; by default the noun with an s.
 */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}

/** Demands of the suite as JSON has them: `<a number>`. Texts of a target may look alike, but do not begin so. */
const demand = /"<((?:one of |an? |nothing|anything but |text like |true or false)(?:[^"\\]|\\.)*)>"/g

/** A value that was expected: demands in words, all else as JSON. */
export function inWords(value: unknown, indent?: number): string {
  if (value === undefined) return 'nothing'
  return (JSON.stringify(value, null, indent) ?? typeof value).replaceAll(demand, (_, text: string) => {
    const words = String(JSON.parse(`"${text}"`))
    return words.replace(/^one of (?=[^,]*$)/, '')
  })
}

/**
 * A text without control characters, which a terminal could act on: replies, pacts and seeds may contain them. JSON
 * escapes replace them, so that JSON and YAML keep their meaning. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, escaped)
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** The same of every text in a value of JSON, and of the names in it. */
export function printableValue<Value>(value: Value): Value {
  return mapped(value) as Value
}

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [printable(name), mapped(member)]))
}

/** Says why a request got no answer, with the innermost code: `ECONNREFUSED`, `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message =
    error.cause === undefined ? error.message || code : `${error.message}: ${reasonOf(error.cause)}`
  return message === '' ? error.name : message
}

/** The value of a JSON text; undefined for a text that is no JSON, and without one. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** A part of a URL, percent-decoded; as it is where it cannot be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An object whose members that may be undefined may be left out instead. */
type Defined<Whole> = {
  [Name in keyof Whole as undefined extends Whole[Name] ? never : Name]: Whole[Name]
} & {
  [Name in keyof Whole as undefined extends Whole[Name] ? Name : never]?: Exclude<Whole[Name], undefined>
}

/** The same object without the members that are undefined. */
export function defined<Whole extends object>(whole: Whole): Defined<Whole> {
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  ) as Defined<Whole>
}

/** A glob as a pattern: `*` stands for anything. */
export function globPattern(glob: string): RegExp {
  return new RegExp(`^${glob.split('*').map(literal).join('.*')}$`)
}

/** A text as part of a pattern that fits just that text. */
function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** How package managers run a command of an installed package, by the start of their user agent. */
const runners: Readonly<Record<string, string>> = {
  npm: 'npx ',
  pnpm: 'pnpm exec ',
  yarn: 'yarn ',
  bun: 'bunx ',
}

/**
 * The command as a person repeats it: `npx identikit` if npm started this process. A shell may not find `identikit`
 * alone then.
 */
export function commandName(): string {
  const { process } = globalThis as { readonly process?: { readonly env?: NodeJS.ProcessEnv } }
  const agent = process?.env?.['npm_config_user_agent'] ?? ''
  return `${runners[agent.split('/', 1)[0]!] ?? ''}identikit`
}
