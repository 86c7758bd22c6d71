import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { CheckDefinition } from '../../engine/check.ts'
import type { CheckResult } from '../../engine/check-result.ts'
import { loadChecks } from '../../engine/load-checks.ts'
import { goesTo, routes } from '../routes.ts'
import type { SelftestOptions } from '../selftest.ts'
import { runAltered, verdictsOf } from '../selftest.ts'
import type { Alteration, Sent } from '../wire.ts'
import { isSuccess } from '../wire.ts'
import type { Operator } from './operator.ts'
import { operators } from './operators.ts'
import { reasonFor } from './reasons.ts'

/** What came of one operator on one operation. */
export type Cell = {
  readonly operator: string
  readonly operation: OperationName
} & (
  | { readonly unfit: string }
  | { readonly caughtBy: string }
  /** Nothing noticed, and that is as it should be. */
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

/** What the matrix is made with. */
export interface MatrixOptions extends Pick<SelftestOptions, 'createTarget' | 'checks' | 'lag' | 'signal'> {
  /** Which cells to try, by `<operator> <operation>` and number. Default: all. */
  readonly wanted?: (cell: string, at: number) => boolean
  /** Cells at the same time. Default 16. */
  readonly concurrency?: number
  readonly onCell?: (cell: Cell, done: number, total: number) => void
}

const names = Object.keys(routes) as OperationName[]

/**
 * Tries every operator on every operation that it fits: against the checks that call the operation, the cheap
 * ones first, until one of them fails a clause that holds on the unaltered server.
 */
export async function tryOperators(options: MatrixOptions): Promise<Matrix> {
  const begun = performance.now()
  const { wanted = () => true, concurrency = 16, signal } = options
  const checks = options.checks ?? (await loadChecks())
  const unaltered = await runAltered(options, checks, {}, { keepAllEvidence: true })
  const verdicts = verdictsOf(unaltered.checks)
  const callers = new Map(names.map((name) => [name, callersOf(name, checks, unaltered.checks)]))
  const last = checks.filter(({ plan }) => plan.last === true)
  const pairs = names
    .flatMap((operation) => operators.map((operator) => ({ operation, operator })))
    .filter(({ operation, operator }, at) => wanted(`${operator.id} ${operation}`, at))
  const cells = new Map<(typeof pairs)[number], Cell>()
  const queue = pairs.values()
  const work = async (): Promise<void> => {
    for (const pair of queue) {
      if (signal?.aborted) return
      const { operation, operator } = pair
      const place = { operator: operator.id, operation }
      const unfit = operator.unfit(operation)
      const first = checks.filter(
        ({ title }) => operator.first !== undefined && title.startsWith(operator.first),
      )
      const outcome =
        unfit === undefined
          ? await tryCell(options, pair, { callers: callers.get(operation) ?? [], first, last }, verdicts)
          : { unfit }
      const cell: Cell = { ...place, ...outcome }
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

/** Runs the checks a few at a time, until a clause fails. */
async function tryCell(
  options: MatrixOptions,
  { operation, operator }: { readonly operation: OperationName; readonly operator: Operator },
  { callers, first, last }: Readonly<Record<'callers' | 'first' | 'last', readonly CheckDefinition[]>>,
  unaltered: Readonly<Record<string, string>>,
): Promise<{ caughtBy: string } | { reason: string } | { survives: true }> {
  const effects = { count: 0 }
  const alter = counting(operator.alter(operation), effects)
  for (let from = 0, size = 4; from < callers.length; from += size, size *= 2) {
    const batch = [...new Set([...first, ...callers.slice(from, from + size), ...last])]
    // One by one, so that what is done to the neighbour of a record hits no other check.
    const concurrency = operator.id.startsWith('time/') ? 4 : 1
    const { checks } = await runAltered(options, batch, { alter }, { concurrency })
    const failed = Object.entries(verdictsOf(checks)).find(
      ([clause, verdict]) => verdict === 'fail' && unaltered[clause] === 'pass',
    )
    if (failed) return { caughtBy: failed[0] }
  }
  if (operator.idle !== undefined && effects.count === 0) return { reason: operator.idle }
  const reason = reasonFor(operator.id, operation)
  return reason === undefined ? { survives: true } : { reason }
}

/** Counts the calls that an alteration makes beside those of the suite, and that change something. */
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

/** The checks that call an operation, the cheap ones first. */
function callersOf(
  operation: OperationName,
  checks: readonly CheckDefinition[],
  results: readonly CheckResult[],
): readonly CheckDefinition[] {
  const calls = goesTo(operation)
  const byKey = new Map(checks.map((check) => [`${check.file}: ${check.title}`, check]))
  return results
    .filter(({ exchanges }) =>
      exchanges.some(({ method, path, requestBody }) =>
        calls({ method, path: path.split('?')[0] ?? '', text: requestBody } as Sent),
      ),
    )
    .toSorted((one, other) => one.milliseconds - other.milliseconds)
    .flatMap(({ key }) => byKey.get(key) ?? [])
}

/** The matrix as a table: `✓` caught, `○` not noticed for a reason, `✗` noticed by nothing, `·` does not fit. */
export function renderMatrix({ cells }: Matrix): string[] {
  const ids = [...new Set(cells.map(({ operator }) => operator))]
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const mark = (cell: Cell | undefined): string => {
    if (cell === undefined || 'unfit' in cell) return '·'
    if ('caughtBy' in cell) return '✓'
    return 'reason' in cell ? '○' : '✗'
  }
  const marks = new Map(cells.map((cell) => [`${cell.operator} ${cell.operation}`, mark(cell)]))
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
