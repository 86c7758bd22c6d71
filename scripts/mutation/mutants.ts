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
}

type Found = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

/** StrykerJS needs a logger; its messages are of no use here. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']
const silent = Object.fromEntries(
  levels.flatMap((level): [string, () => boolean][] => [
    [level, () => false],
    [`is${level.charAt(0).toUpperCase()}${level.slice(1)}Enabled`, () => false],
  ]),
) as unknown as ConstructorParameters<typeof Instrumenter>[0]
const instrumenter = new Instrumenter(silent)

/** The source files of a file, a folder or a glob, sorted by name. */
export function sourceFiles(path: string): string[] {
  const isFolder = !path.includes('*') && statSync(path).isDirectory()
  return globSync(isFolder ? `${path}/**/*.ts` : path)
    .filter((file) => !/(?:\.d\.c?ts|(?:quick-table|openapi\/examples)\.ts)$/.test(file))
    .sort()
}

/** Every change that StrykerJS knows of for a file. */
async function mutantsOf(file: string): Promise<Mutant[]> {
  const text = readFileSync(file, 'utf8')
  const lineStarts = [0]
  for (const { index } of text.matchAll(/\n/g)) lineStarts.push(index + 1)
  const offsetOf = (place: { line: number; column: number }) => (lineStarts[place.line] ?? 0) + place.column
  return (await instrumented(file, text)).map(({ location, replacement, mutatorName }) => {
    const [start, end] = [offsetOf(location.start), offsetOf(location.end)]
    const original = text.slice(start, end)
    return { file, line: location.start.line + 1, start, end, original, replacement, kind: mutatorName }
  })
}

async function instrumented(file: string, text: string): Promise<readonly Found[]> {
  const list = async (content: string): Promise<readonly Found[]> => {
    const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
    return (await instrumenter.instrument([{ name: file, mutate: true, content }], options)).mutants
  }
  try {
    return await list(text)
  } catch {
    // StrykerJS refuses to write `a?.b!.c`. Without the mark it is the same program, and every offset stays the same.
    return list(text.replaceAll(/(?<=[\w)\]])!(?=[.[])/g, ' '))
  }
}

/**
 * `size` mutants of files, which depend only on the seed. It cuts all characters of the files into equal parts, and
 * draws a place from each part. Then it draws a mutant of the file at that place, so that every folder gets its share.
 */
export async function sampleOf(
  files: readonly string[],
  size: number,
  seed: string,
  isWanted: (mutant: Mutant) => boolean,
): Promise<Mutant[]> {
  const lists = new Map<string, Mutant[]>()
  const list = async (file: string) => {
    const known = lists.get(file) ?? (await mutantsOf(file)).filter(isWanted)
    lists.set(file, known)
    return known
  }
  if (size === Number.POSITIVE_INFINITY) {
    const all: Mutant[] = []
    for (const file of files) all.push(...(await list(file)))
    return all
  }
  const lengths = files.map((file) => statSync(file).size)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const sample = new Set<Mutant>()
  for (let draw = 0; sample.size < size && draw < 20 * size; draw++) {
    let place = (((draw % size) + numberOf(seed, files[0], draw)) / size) * total
    const file = files.find((_, index) => (place -= lengths[index] ?? 0) < 0)
    const mutants = file === undefined ? [] : await list(file)
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
