import { askProcess } from './processes.ts'
import { atMost, ratioRow, rounded, type Row } from './report.ts'

/** The rows of the figures that a script sends, by their names. A row has a name, a unit and a bar. */
type Bars = Readonly<Record<string, readonly [name: string, unit: string, most: number]>>

const model: Bars = {
  sortedSearch: ['model: search by department and status, sorted, 100,000 users, processor time', 'ms', 5],
  startsWith: ['model: search by sw on properties without an index, 100,000 users, processor time', 'ms', 5],
  bytesPerUser: ['model: heap of a user, 100,000 users', 'bytes', 600],
  bytesPerActivated: ['model: heap of a user activated by the API, 100,000 users', 'bytes', 650],
  ruleActivation: ['model: activate a rule over 100,000 users', 'ms', 1000],
  updateWithRules: ['model: update a user with 200 active rules, processor time', 'ms', 1],
}

const organisations: Bars = {
  seconds: ['organisations: making 1,000 empty ones', 's', 1],
  megabytes: ['organisations: memory of 1,000 empty ones', 'MB', 150],
  clone: ['organisations: a clone of the demo data', 'ms', 2],
}

/** The cost of the model. */
export const modelRows = (): Promise<readonly Row[]> => measured('./model.ts', model)

/** The cost of many organisations in one process. */
export const manyRows = (): Promise<readonly Row[]> => measured('./many.ts', organisations)

/** A million users, with `--million`. */
export async function millionRows(): Promise<readonly Row[]> {
  const execArgv = ['--max-old-space-size=6144']
  const { load = Number.NaN, ...ratios } = await askProcess<Figures>('./model.ts', execArgv, 'million')
  return [
    atMost('model: load 1,000,000 users, processor time', load, 's', 15),
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

type Figures = Readonly<Record<string, number>>

async function measured(script: string, bars: Bars): Promise<readonly Row[]> {
  const figures = await askProcess<Figures>(script, ['--expose-gc'])
  return Object.entries(bars).map(([figure, [name, unit, most]]) =>
    atMost(name, figures[figure]!, unit, most),
  )
}
