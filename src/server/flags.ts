import { didYouMean } from '../query/suggestion.ts'
import { builtin } from './builtin.ts'
import { UsageError } from './usage-error.ts'

/** A flag: with a value, with none, or with one after an equals sign if any; and its one-letter form. */
interface FlagSpec {
  readonly type: 'string' | 'boolean' | 'optional'
  readonly short?: string
}

/** The flags a command takes, by name. */
export type FlagSpecs = Readonly<Record<string, FlagSpec>>

/** The flags that were given, by name. */
export type FlagValues<Specs extends FlagSpecs> = {
  readonly [Name in keyof Specs]?: FlagValue[Specs[Name]['type']]
}

interface FlagValue {
  readonly string: string
  readonly boolean: true
  readonly optional: string | true
}

/**
 * Reads the flags of a command.
 *
 * @throws UsageError that names the flag that is not known, lacks its value or has one too many, and the
 *   argument that is none of the command's.
 */
export function parseFlags<Specs extends FlagSpecs>(
  argv: readonly string[],
  specs: Specs,
): FlagValues<Specs> {
  const options = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, parserOption(spec)]))
  const { parseArgs } = builtin('node:util')
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const values: Record<string, string | boolean> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`unexpected argument "${token.value}"`)
    if (token.kind !== 'option') continue
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined
    if (!spec) throw new UsageError(unknownFlag(token.rawName, token.name, Object.keys(specs)))
    if (spec.type === 'boolean' && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value`)
    }
    if (spec.type === 'string' && (token.value ?? '') === '') {
      throw new UsageError(`${token.rawName} needs a value`)
    }
    values[token.name] = token.value ?? true
  }
  return values as FlagValues<Specs>
}

/** A flag whose value is optional takes it only after an equals sign, as those without one do. */
function parserOption({ type, short }: FlagSpec): { type: 'string' | 'boolean'; short?: string } {
  return { type: type === 'string' ? 'string' : 'boolean', ...(short === undefined ? {} : { short }) }
}

function unknownFlag(given: string, name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known)?.replace('mean ', 'mean --') ?? 'see --help'
  return `unknown option ${given}; ${hint}`
}
