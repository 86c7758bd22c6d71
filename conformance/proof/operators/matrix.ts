import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { CheckDefinition } from '../../engine/run/check.ts'
import { loadChecks } from '../../engine/plan/load-checks.ts'
import type { Recording } from '../selftest/recording.ts'
import { reached, record } from '../selftest/recording.ts'
import { goesTo, routes } from '../mutants/routes.ts'
import type { SelftestOptions } from '../selftest/selftest.ts'
import { runAltered, verdictsOf } from '../selftest/selftest.ts'
import type { Alteration } from '../alter/wire.ts'
import { isSuccess } from '../alter/wire.ts'
import type { Operator } from './operator.ts'
import { operators } from './operators.ts'
import { reasonFor } from './reasons.ts'

/** The result of one operator on one operation. */
export type Cell = {
  readonly operator: string
  readonly operation: OperationName
} & (
  | { readonly unfit: string }
  | { readonly caughtBy: string }
  /** No check noticed it, for a stated reason. */
  | { readonly reason: string }
  | { readonly survives: true }
)

/** A cell that was tried: the operator fits the operation. */
export function isTried(cell: Cell): boolean {
  return !('unfit' in cell)
}

/** Every operator on every operation. */
export interface Matrix {
  readonly cells: readonly Cell[]
  readonly milliseconds: number
}

/** The options of a matrix. */
export interface MatrixOptions extends Pick<SelftestOptions, 'createTarget' | 'checks' | 'lag'> {
  /** Which cells to try, by `<operator> <operation>` and number. Default: all. */
  readonly wanted?: (cell: string, at: number) => boolean
  /** Cells at the same time. Default 16. */
  readonly concurrency?: number
  /** Trusts a stated reason: the run does not show whether a check would catch the cell by now. Default false. */
  readonly trusting?: boolean
  readonly onCell?: (cell: Cell, done: number, total: number) => void
}

const names = Object.keys(routes) as OperationName[]

/**
 * Tries every operator on every operation that it fits, with the checks whose calls it would alter. Checks of the
 * operation and cheap checks run first, until one fails a requirement that passes on the unaltered server.
 */
export async function tryOperators(options: MatrixOptions): Promise<Matrix> {
  const begun = performance.now()
  const { wanted = () => true, concurrency = 16 } = options
  const checks = options.checks ?? (await loadChecks())
  const recording = await record(options, checks)
  const unaltered = verdictsOf(recording.outcome.checks)
  const last = checks.filter(({ plan }) => plan.last === true)
  const pairs = names
    .flatMap((operation) => operators.map((operator) => ({ operation, operator })))
    .filter(({ operation, operator }, at) => wanted(`${operator.id} ${operation}`, at))
  const cells = new Map<(typeof pairs)[number], Cell>()
  const queue = pairs.values()
  const work = async (): Promise<void> => {
    for (const pair of queue) {
      const { operation, operator } = pair
      const unfit = operator.unfit(operation)
      const outcome =
        unfit === undefined ? await tryCell(options, pair, { recording, last, unaltered }) : { unfit }
      const cell: Cell = { operator: operator.id, operation, ...outcome }
      cells.set(pair, cell)
      options.onCell?.(cell, cells.size, pairs.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, pairs.length) }, work))
  return {
    cells: pairs.map((pair) => cells.get(pair)).filter((each) => each !== undefined),
    milliseconds: Math.round(performance.now() - begun),
  }
}

/** Runs the checks that an operator reaches a few at a time, until a requirement fails. */
async function tryCell(
  options: MatrixOptions,
  { operation, operator }: { readonly operation: OperationName; readonly operator: Operator },
  {
    recording,
    last,
    unaltered,
  }: {
    readonly recording: Recording
    readonly last: readonly CheckDefinition[]
    readonly unaltered: Readonly<Record<string, string>>
  },
): Promise<{ caughtBy: string } | { reason: string } | { survives: true }> {
  const reason = reasonFor(operator.id, operation)
  if (reason !== undefined && options.trusting === true) return { reason }
  const effects = { count: 0 }
  const alter = counting(operator.alter(operation), effects)
  const checks = [...recording.calls.keys()]
  const first = checks.filter(({ title }) => operator.first !== undefined && title.startsWith(operator.first))
  const reaching =
    operator.overlaps === true
      ? checks.filter((check) => recording.calls.get(check)?.some(({ sent }) => goesTo(operation)(sent)))
      : await reached(operator.alter(operation), recording, first)
  const candidates = candidatesOf(operation, reaching, recording)
  const batches = [...batchesOf(candidates)]
  // On a busy machine the time may run out before a verdict: then all run once more together.
  if (reason === undefined) batches.push([...candidates])
  for (const [at, batch] of batches.entries()) {
    if (at === batches.length - 1 && operator.idle !== undefined && effects.count === 0) break
    // One by one, so that changes to the neighbour of a record affect no other check.
    const concurrency = operator.overlaps === true ? 4 : 1
    const due = [...new Set([...first, ...batch, ...last])]
    const outcome = await runAltered(options, due, { alter }, { concurrency })
    const failed = Object.entries(verdictsOf(outcome.checks)).find(
      ([requirement, verdict]) => verdict === 'fail' && unaltered[requirement] === 'pass',
    )
    if (failed) return { caughtBy: failed[0] }
  }
  if (operator.idle !== undefined && effects.count === 0) return { reason: operator.idle }
  return reason === undefined ? { survives: true } : { reason }
}

/** A few at a time, and more in each batch. */
function* batchesOf(checks: readonly CheckDefinition[]): Generator<readonly CheckDefinition[]> {
  for (let from = 0, size = 2; from < checks.length; from += size, size *= 2)
    yield checks.slice(from, from + size)
}

/** Checks of the operation first, then those with the fewest calls. */
function candidatesOf(
  operation: OperationName,
  checks: readonly CheckDefinition[],
  { calls }: Recording,
): readonly CheckDefinition[] {
  const weight = (check: CheckDefinition): number =>
    (calls.get(check)?.length ?? 0) - (check.title.startsWith(`${operation}:`) ? 40 : 0)
  return checks.toSorted((one, other) => weight(one) - weight(other))
}

/** Counts the additional calls of an alteration that change something. */
function counting(alteration: Alteration, effects: { count: number }): Alteration {
  return () => {
    const alter = alteration()
    return (sent, forward) => {
      let calls = 0
      return alter(sent, async (next) => {
        const answered = await forward(next)
        if (calls++ > 0 && next.method !== 'GET' && isSuccess(answered)) effects.count++
        return answered
      })
    }
  }
}

/** The mark of a cell in the matrix. */
export function markOf(cell: Cell): '·' | '✓' | '○' | '✗' {
  if ('unfit' in cell) return '·'
  if ('caughtBy' in cell) return '✓'
  return 'reason' in cell ? '○' : '✗'
}

/** The matrix as a table: `✓` caught, `○` not noticed for a reason, `✗` not noticed, `·` does not fit. */
export function renderMatrix({ cells }: Matrix): string[] {
  const ids = [...new Set(cells.map(({ operator }) => operator))]
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const marks = new Map(cells.map((cell) => [`${cell.operator} ${cell.operation}`, markOf(cell)]))
  return [
    ...ids.map((id, at) => `${String(at + 1).padStart(2)}  ${id}`),
    '',
    `${''.padEnd(26)}${ids.map((_, at) => String(at + 1).padStart(3)).join('')}`,
    ...operations.map(
      (operation) =>
        `${operation.padEnd(26)}${ids.map((id) => (marks.get(`${id} ${operation}`) ?? '·').padStart(3)).join('')}`,
    ),
  ]
}
