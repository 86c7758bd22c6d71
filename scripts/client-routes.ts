import { operations } from '../src/contract/operations/index.ts'
import { operationTexts } from '../src/openapi/operation-texts.ts'

/**
 * generated/client-routes.ts: method and path of each operation, without the schemas behind them. Its comments are the
 * texts that editors show at the functions of a client.
 */
export function renderClientRoutes(): string {
  const rows = operations.map(({ name, method, path, source, edition }) => {
    const stated = edition === undefined ? source : `${source}; early access`
    return `  /** ${operationTexts[name]} \`${method} ${path}\` (${stated}) */ ${name}: ['${method}', '${path}'],\n`
  })
  return `// Generated from the contract by npm run docs: do not edit.
import type { Method } from '../src/contract/operation.ts'
import type { OperationName } from '../src/contract/operation-names.ts'

/** Method and path of each operation. */
export const routes = {
${rows.join('')}} satisfies Readonly<Record<OperationName, readonly [method: Method, path: string]>>
`
}
