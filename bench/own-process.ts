import { askProcess, root } from './processes.ts'
import { againstParsing, atMost, ratioRow, rounded, type Row } from './report.ts'

interface Figure {
  /** The name of its row. */
  readonly name: string
  readonly unit: 'ms' | 'bytes'
  /** The most: in its unit or, for a time, as a multiple of the time to parse a known document. */
  readonly bar: number
  /** The least speed, as a multiple of that of an earlier build. */
  readonly barAgainst: number
}

/** Milliseconds of processor time. */
const time = (name: string, bar: number, barAgainst: number): Figure => ({
  name: `${name}, processor time`,
  unit: 'ms',
  bar,
  barAgainst,
})
const bytes = (name: string, bar: number): Figure => ({ name, unit: 'bytes', bar, barAgainst: 0.8 })

/** The figures of the model by their names in cases/model.ts. */
export const modelFigures: Readonly<Record<string, Figure>> = {
  sortedSearch: time('model: search by department and status, sorted, 100,000 users', 1, 0.5),
  startsWith: time('model: search by sw on properties without an index, 100,000 users', 1.5, 0.5),
  bytesPerUser: bytes('model: heap of a user, 100,000 users', 600),
  bytesPerActivated: bytes('model: heap of a user activated by the API, 100,000 users', 650),
  ruleActivation: time('model: activate a rule over 100,000 users', 20, 0.97),
  updateWithRules: time('model: update a user with 200 active rules', 0.05, 0.97),
}

const organisations: Readonly<Record<string, Figure>> = {
  thousand: time('organisations: making 1,000 empty ones', 150, 1),
  clone: time('organisations: a clone of the demo data', 0.5, 1),
}

type Figures = Readonly<Record<string, number>>

/** The cost of the model. */
export async function modelRows(): Promise<readonly Row[]> {
  return rowsOf(await askProcess<Figures>('./model.ts', ['--expose-gc'], root), modelFigures)
}

/** The cost of many organisations in one process. */
export async function manyRows(): Promise<readonly Row[]> {
  const figures = await askProcess<Figures>('./many.ts', ['--expose-gc'])
  const name = 'organisations: memory of 1,000 empty ones'
  return [...rowsOf(figures, organisations), atMost(name, figures['megabytes']!, 'MB', 150)]
}

function rowsOf(measured: Figures, figures: Readonly<Record<string, Figure>>): readonly Row[] {
  return Object.entries(figures).map(([key, { name, unit, bar }]) => {
    const value = measured[key]!
    return unit === 'ms'
      ? againstParsing(name, value, measured['parsing']!, bar)
      : atMost(name, value, unit, bar)
  })
}

/** A million users, with `--million`. */
export async function millionRows(): Promise<readonly Row[]> {
  const execArgv = ['--max-old-space-size=6144']
  const measured = await askProcess<Figures>('./model.ts', execArgv, root, 'million')
  const { load = Number.NaN, parsing = Number.NaN, ...ratios } = measured
  return [
    againstParsing('model: load 1,000,000 users, processor time', load, parsing, 3000),
    ...Object.entries(ratios).map(([name, ratio]) => {
      const title = `model: ${name}, 1,000,000 users against 10,000, processor time`
      return ratioRow(title, ['', ''], ratio, '≤', 1.5)
    }),
  ]
}

/** How much processor time the journal adds to a call, and how much memory a full journal takes. */
export async function journalRows(): Promise<readonly Row[]> {
  type Journal = Readonly<Record<'kept' | 'without' | 'ratio' | 'megabytes', number>>
  const { kept, without, ratio, megabytes } = await askProcess<Journal>('./journal.ts', ['--expose-gc'])
  const figures = [`${rounded(kept)} µs`, `without: ${rounded(without)} µs`] as const
  return [
    ratioRow('journal: a GET in process with it against without', figures, ratio, '≤', 1.15),
    atMost('journal: memory of 100,000 entries', megabytes, 'MB', 64),
  ]
}
