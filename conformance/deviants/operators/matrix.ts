import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { CheckDefinition } from '../../engine/check.ts'
import type { CheckResult } from '../../engine/check-result.ts'
import { loadChecks } from '../../engine/load-checks.ts'
import { goesTo, routes } from '../routes.ts'
import type { SelftestOptions } from '../selftest.ts'
import { runAltered, verdictsOf } from '../selftest.ts'
import type { Sent } from '../wire.ts'
import type { Operator } from './operator.ts'
import { operators } from './operators.ts'

/** What came of one operator on one operation. */
export type Cell =
  | { readonly operator: string; readonly operation: OperationName; readonly unfit: string }
  | {
      readonly operator: string
      readonly operation: OperationName
      /** The first clause that failed; undefined where nothing noticed. */
      readonly caughtBy?: string
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
      const caughtBy =
        unfit === undefined ? await tryCell(options, pair, callers.get(operation) ?? [], verdicts) : undefined
      const cell: Cell =
        unfit === undefined
          ? { ...place, ...(caughtBy === undefined ? {} : { caughtBy }) }
          : { ...place, unfit }
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

/** Runs the checks a few at a time; returns the first clause that failed. */
async function tryCell(
  options: MatrixOptions,
  { operation, operator }: { readonly operation: OperationName; readonly operator: Operator },
  callers: readonly CheckDefinition[],
  unaltered: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (let from = 0, size = 4; from < callers.length; from += size, size *= 2) {
    const batch = callers.slice(from, from + size)
    const { checks } = await runAltered(options, batch, { alter: operator.alter(operation) })
    const failed = Object.entries(verdictsOf(checks)).find(
      ([clause, verdict]) => verdict === 'fail' && unaltered[clause] === 'pass',
    )
    if (failed) return failed[0]
  }
  return undefined
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

/** The matrix as a table: `✓` caught, `✗` noticed by nothing, `·` where the operator does not fit. */
export function renderMatrix({ cells }: Matrix): string[] {
  const ids = [...new Set(cells.map(({ operator }) => operator))]
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const mark = (cell: Cell | undefined): string => {
    if (cell === undefined || 'unfit' in cell) return '·'
    return cell.caughtBy === undefined ? '✗' : '✓'
  }
  const find = (operator: string, operation: OperationName): Cell | undefined =>
    cells.find((each) => each.operator === operator && each.operation === operation)
  return [
    ...ids.map((id, at) => `${String(at + 1).padStart(2)}  ${id}`),
    '',
    `${''.padEnd(26)}${ids.map((_, at) => String(at + 1).padStart(3)).join('')}`,
    ...operations.map(
      (operation) =>
        `${operation.padEnd(26)}${ids.map((id) => mark(find(id, operation)).padStart(3)).join('')}`,
    ),
  ]
}
