import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** One small change of one file. `start` and `end` are offsets into the file's text. */
export type Mutant = {
  file: string
  line: number
  start: number
  end: number
  /** What stands there now. */
  original: string
  replacement: string
  /** StrykerJS's name for the kind of change: `EqualityOperator`. */
  kind: string
}

type Found = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

/** StrykerJS asks for a logger; nothing it says is of use here. */
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
    // StrykerJS refuses to write `a?.b!.c`. Without the mark it is the same program, each character in its place.
    return list(text.replaceAll(/(?<=[\w)\]])!(?=[.[])/g, ' '))
  }
}

/**
 * So many mutants of files, which the seed alone decides. The files' characters are cut into as many parts of one length,
 * and of each part a place is drawn, then one of the mutants of the file that it is in: every folder has its share.
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

/** From 0 up to 1, the same for the same. */
function numberOf(...parts: readonly unknown[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE() / 2 ** 32
}

/** A file's text with some of its mutants in place of what stands there. */
export function mutated(text: string, mutants: readonly Mutant[]): string {
  let result = text
  for (const mutant of mutants.toSorted((one, other) => other.start - one.start)) {
    result = result.slice(0, mutant.start) + written(mutant) + result.slice(mutant.end)
  }
  return result
}

/** An operator's operands stay together: `a || b` in the place of `a && b` in `a && b && c`. */
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
