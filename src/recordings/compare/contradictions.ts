import type { OperationName } from '../../contract/operation-names.ts'
import { operations } from '../../contract/operations/index.ts'
import type { Difference } from '../../exchange/differences.ts'

const byName = new Map(operations.map((operation) => [operation.name, operation]))

/**
 * Whether the API description contradicts a recorded reply in a difference: its schema of the reply rejects the
 * recorded member.
 */
export function contradictions(
  name: OperationName,
  status: number,
  reply: unknown,
): (difference: Difference) => boolean {
  let wrong: ReadonlySet<string> | undefined
  return ({ aspect, path }) => {
    if (path === undefined || !/^(?:member-here|type|value)$/.test(aspect)) return false
    wrong ??= wrongPaths(name, status, reply)
    return wrong.has(path)
  }
}

function wrongPaths(name: OperationName, status: number, reply: unknown): ReadonlySet<string> {
  const schema = byName.get(name)?.responses[status]
  if (!schema) return new Set()
  const issues = schema.safeParse(reply).error?.issues ?? []
  return new Set(
    issues.map(({ path }) => {
      const below = Array.isArray(reply) ? path.slice(1) : path
      return below.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.')
    }),
  )
}
