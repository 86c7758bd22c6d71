/** The matrix of operators as a page in Markdown. */
import type { Cell, Matrix } from './matrix.ts'
import { isTried, markOf } from './matrix.ts'
import { operators } from './operators.ts'

/** Prints nothing that differs from run to run, so that a test can compare the page in the repository. */
export function renderPage({ cells }: Matrix): string {
  const tried = cells.filter(isTried)
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const marks = new Map(cells.map((cell) => [`${cell.operator} ${cell.operation}`, markOf(cell)]))
  const width = Math.max(...operators.map(({ id }) => id.length))
  return [
    '# Mutation operators',
    '',
    '`npm run selftest -- --operators --page docs/contributing/operators.md` writes this page. An operator is one kind of bug that any',
    'operation can have. The suite meets it on every operation that it fits. CI tries another part with each commit.',
    '',
    `**The suite catches ${count(tried, '✓')} of ${tried.length}. It cannot notice ${count(tried, '○')}, for a reason below. It misses ${count(tried, '✗')}.**`,
    '',
    '| Operator | A server that… | Caught | Not noticed |',
    '|---|---|--:|--:|',
    ...operators.map(({ id, summary }) => {
      const own = tried.filter(({ operator }) => operator === id)
      return `| \`${id}\` | ${summary} | ${count(own, '✓')} | ${count(own, '○')} |`
    }),
    '',
    '## The matrix',
    '',
    '`✓` caught. `○` not noticed, for a reason below. `✗` missed. `·` does not fit the operation.',
    '',
    '```text',
    ...operations.map((operation, at) => `${String(at + 1).padStart(2)} ${operation}`),
    '',
    `${''.padEnd(width)}${operations.map((_, at) => String(at + 1).padStart(3)).join('')}`,
    ...operators.map(
      ({ id }) =>
        id.padEnd(width) +
        operations.map((operation) => (marks.get(`${id} ${operation}`) ?? '·').padStart(3)).join(''),
    ),
    '```',
    '',
    '## Not noticed, and why',
    '',
    '| Operator | Operation | Reason |',
    '|---|---|---|',
    ...tried.flatMap((cell) =>
      'reason' in cell ? [`| \`${cell.operator}\` | \`${cell.operation}\` | ${cell.reason} |`] : [],
    ),
    '',
  ].join('\n')
}

function count(cells: readonly Cell[], mark: string): number {
  return cells.filter((cell) => markOf(cell) === mark).length
}
