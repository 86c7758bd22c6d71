import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** One small change of one file. `start` and `end` are offsets into the file's text. */
export type Mutant = {
  file: string
  line: number
  start: number
  end: number
  /** The present text. */
  original: string
  replacement: string
  /** StrykerJS's name for the kind of change: `EqualityOperator`. */
  kind: string
  /** As `start` and `end`, by line and column. */
  place: Found['location']
}

type Instrumented = Awaited<ReturnType<Instrumenter['instrument']>>
type Found = Instrumented['mutants'][number]

/** StrykerJS needs a logger; its messages are of no use here. */
const silent = new Proxy({}, { get: () => () => false })
const instrumenter = new Instrumenter(silent as ConstructorParameters<typeof Instrumenter>[0])

/** The source files of a file, a folder or a glob, sorted by name. */
export function sourceFiles(path: string): string[] {
  const isFolder = !path.includes('*') && statSync(path).isDirectory()
  return globSync(isFolder ? `${path}/**/*.ts` : path)
    .filter((file) => !/\.d\.c?ts$/.test(file))
    .sort()
}

/** The texts of files in a form that StrykerJS can write, and their changes. */
const known = new Map<string, { content: string; mutants: Mutant[] }>()

/** Every change that StrykerJS knows of for a file. */
async function mutantsOf(file: string): Promise<Mutant[]> {
  const before = known.get(file)
  if (before !== undefined) return before.mutants
  const text = readFileSync(file, 'utf8')
  const lineStarts = [0]
  for (const { index } of text.matchAll(/\n/g)) lineStarts.push(index + 1)
  const offsetOf = (place: { line: number; column: number }) => (lineStarts[place.line] ?? 0) + place.column
  const { content, found } = await readable(file, text)
  const mutants = found.map(({ location, replacement, mutatorName }) => {
    const [start, end] = [offsetOf(location.start), offsetOf(location.end)]
    const [line, original] = [location.start.line + 1, text.slice(start, end)]
    return { file, line, start, end, original, replacement, kind: mutatorName, place: location }
  })
  known.set(file, { content, mutants })
  return mutants
}

async function readable(file: string, text: string): Promise<{ content: string; found: readonly Found[] }> {
  // StrykerJS refuses to write `a?.b!.c`. Without the mark it is the same program, and every offset stays the same.
  const unmarked = () => text.replaceAll(/(?<=[\w)\]])!(?=[.[])/g, ' ')
  const changesOf = async (content: string) => {
    const { mutants } = await instrument([{ name: file, mutate: true, content }])
    return { content, found: mutants.filter(({ status }) => status !== 'Ignored') }
  }
  return changesOf(text).catch(() => changesOf(unmarked()))
}

/** The part of Babel's paths that is read here. */
type Place = { key: unknown; parent: { type: string }; parentPath: Place }

/**
 * StrykerJS makes a block of a declaration with a change in a computed name: `const { [name]: _, ...others }`. Nothing
 * outside of the block sees its variables.
 */
const patternNames: Parameters<Instrumenter['instrument']>[1]['ignorers'][number] = {
  shouldIgnore(path) {
    const { key, parent, parentPath } = path as unknown as Place
    const isName = key === 'key' && parent.type === 'ObjectProperty'
    return isName && parentPath.parent.type === 'ObjectPattern' ? 'hides variables' : undefined
  },
}

function instrument(files: Parameters<Instrumenter['instrument']>[0]): Promise<Instrumented> {
  const options = { plugins: null, excludedMutations: [], ignorers: [patternNames], noHeader: true }
  return instrumenter.instrument(files, options)
}

/**
 * The texts of files with a switch for each change, and the changes by the names of their switches. While a text runs,
 * it asks the global function `stryMutAct_9fa48` whether a change is on.
 */
export async function withSwitches(
  chosen: readonly Mutant[],
): Promise<{ texts: Map<string, string>; byName: Map<string, Mutant> }> {
  const files = [...Map.groupBy(chosen, ({ file }) => file)]
  const { files: written, mutants } = await instrument(
    files.map(([name, list]) => ({
      name,
      mutate: list.map(({ place }) => place),
      content: known.get(name)!.content,
    })),
  )
  const keyOf = (file: string, place: Found['location'], to: string) => JSON.stringify([file, place, to])
  const byKey = new Map(chosen.map((one) => [keyOf(one.file, one.place, one.replacement), one]))
  return {
    texts: new Map(written.map(({ name, content }) => [name, content])),
    byName: new Map(
      mutants.flatMap(({ id, fileName, location, replacement }) => {
        const mutant = byKey.get(keyOf(fileName, location, replacement))
        return mutant === undefined ? [] : [[id, mutant] as const]
      }),
    ),
  }
}

/**
 * `size` mutants of files, which depend only on the seed. It cuts all characters of the files into equal parts, and
 * draws a place from each part. Then it draws a mutant of the file at that place, so that every folder gets its share.
 */
export async function sampleOf(files: readonly string[], size: number, seed: string): Promise<Mutant[]> {
  if (size === Number.POSITIVE_INFINITY) {
    const all: Mutant[] = []
    for (const file of files) all.push(...(await mutantsOf(file)))
    return all
  }
  const lengths = files.map((file) => statSync(file).size)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const sample = new Set<Mutant>()
  for (let draw = 0; sample.size < size && draw < 20 * size; draw++) {
    let place = (((draw % size) + numberOf(seed, files[0], draw)) / size) * total
    const file = files.find((_, index) => (place -= lengths[index] ?? 0) < 0)
    const mutants = file === undefined ? [] : await mutantsOf(file)
    const mutant = mutants[Math.floor(numberOf(seed, file, draw) * mutants.length)]
    if (mutant !== undefined) sample.add(mutant)
  }
  return [...sample]
}

/** A number from 0 to below 1, always the same for the same parts. */
function numberOf(...parts: readonly unknown[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE() / 2 ** 32
}

/** A file's text with some of its mutants applied. */
export function mutated(text: string, mutants: readonly Mutant[]): string {
  let result = text
  for (const mutant of mutants.toSorted((one, other) => other.start - one.start)) {
    result = result.slice(0, mutant.start) + written(mutant) + result.slice(mutant.end)
  }
  return result
}

/** Keeps an operator's operands together, if `a || b` replaces `a && b` in `a && b && c`. */
function written({ kind, replacement }: Mutant): string {
  const kinds = [
    'LogicalOperator',
    'EqualityOperator',
    'ArithmeticOperator',
    'BooleanLiteral',
    'UnaryOperator',
  ]
  return kinds.includes(kind) ? `(${replacement})` : replacement
}
