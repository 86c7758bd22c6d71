import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { JsonObject } from './types.ts'

/** Where what was created can be read, by the parameter that its id fills. */
const readers: Readonly<
  Partial<Record<OperationName, readonly [OperationName, parameter: string, id: string]>>
> = {
  registerClient: ['getClient', 'clientId', 'client_id'],
  createGroup: ['getGroup', 'groupId', 'id'],
  createGroupRule: ['getGroupRule', 'ruleId', 'id'],
  createUser: ['getUser', 'userId', 'id'],
}

/** Where a reply leads: to the next page of a list, or to what was created. */
export function replyLinks({ name, page }: Operation): JsonObject | undefined {
  const reader = readers[name]
  if (reader) {
    const [operationId, parameter, id] = reader
    return { read: { operationId, parameters: { [parameter]: `$response.body#/${id}` } } }
  }
  if (!page) return undefined
  return {
    next: {
      operationId: name,
      description:
        'The next page: the URL in the `Link` header with `rel="next"`, as it is. Its `after` is the cursor; the last page has none.',
      'x-link-header': 'Link',
      'x-link-relation': 'next',
    },
  }
}
