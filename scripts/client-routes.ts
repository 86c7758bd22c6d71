import { operations } from '../src/contract/operations/index.ts'

/** generated/client-routes.ts: method and path of each operation, without the schemas behind them. */
export function renderClientRoutes(): string {
  const rows = operations.map(({ name, method, path }) => `  ${name}: ['${method}', '${path}'],\n`)
  return `// Generated from the contract by npm run docs: do not edit.
import type { Method } from '../src/contract/operation.ts'
import type { OperationName } from '../src/contract/operation-names.ts'

/** Method and path of each operation. */
export const routes = {
${rows.join('')}} satisfies Readonly<Record<OperationName, readonly [method: Method, path: string]>>
`
}
