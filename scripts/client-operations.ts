import { operations } from '../src/contract/operations/index.ts'
import { operationTexts } from '../src/openapi/operation-texts.ts'
import { wrapped } from './comment.ts'

/** The text of `generated/client-operations.ts`: a method for each operation, with its description as a comment. */
export function renderClientOperations(): string {
  const methods = operations.map(({ name, summary, method, path, source, edition }) => {
    const lines = [
      `${summary}${edition === undefined ? '' : ' (early access)'}.`,
      '',
      ...wrapped(operationTexts[name]),
      '',
      `\`${method} ${path}\` (${source})`,
    ]
    const comment = lines.map((line) => `   *${line === '' ? '' : ` ${line}`}`).join('\n')
    return `  /**\n${comment}\n   */\n  readonly ${name}: Method<'${name}'>`
  })
  return `// Generated from the contract by npm run docs: do not edit.
import type { OperationName } from '../src/contract/operation-names.ts'
import type { ClientArguments, ClientResult } from '../src/client/types.ts'

/** Calls an operation: resolves to the body of the reply, and rejects with a ServiceError. */
export type Method<Name extends OperationName> = (
  ...input: ClientArguments<Name>
) => Promise<ClientResult<Name>>

/** One method for each operation. */
export interface ClientOperations {
${methods.join('\n')}
}
`
}

/** The text of `generated/client-routes.ts`: method and path of each operation, without the schemas behind them. */
export function renderClientRoutes(): string {
  const rows = operations.map(({ name, method, path }) => `  ${name}: ['${method}', '${path}'],`)
  return `// Generated from the contract by npm run docs: do not edit.
import type { Method } from '../src/contract/operation.ts'
import type { OperationName } from '../src/contract/operation-names.ts'

/** Method and path of each operation. */
export const routes: Readonly<Record<OperationName, readonly [method: Method, path: string]>> = {
${rows.join('\n')}
}
`
}
