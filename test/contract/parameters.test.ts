import { expect, test } from 'vitest'
import { beyondOperations } from '../../src/contract/operations/beyond.ts'
import { operations } from '../../src/contract/operations/index.ts'

test.each([...operations, ...beyondOperations])(
  'names and defaults of parameters of $name are those of its schemas',
  ({ query, headers, reads }) => {
    expect(reads).toEqual({
      query: Object.keys(query?.shape ?? {}),
      headers: Object.keys(headers?.shape ?? {}),
      unset: query?.parse({}) ?? {},
    })
  },
)
