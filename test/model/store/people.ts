import { z } from 'zod'
import type { Changes } from '../../../src/model/kernel/changes.ts'
import { Table } from '../../../src/model/store/table.ts'

export const personSchema = z.object({
  id: z.string(),
  login: z.string(),
  status: z.enum(['STAGED', 'ACTIVE', 'SUSPENDED']).default('STAGED'),
  visits: z.number().default(0),
  tags: z.array(z.string()).default([]),
  profile: z.object({ city: z.string().optional(), age: z.number().optional() }).default({}),
})

export type Person = z.output<typeof personSchema>

/** A table with a key, a unique index that folds case, and two secondary indexes, one of many values. */
export const makePeople = (changes?: Changes) =>
  new Table(
    {
      name: 'people',
      unique: { login: (person: Person) => person.login.toLowerCase() },
      indexes: { status: (person: Person) => person.status, tag: (person: Person) => person.tags },
    },
    changes,
  )

export const person = (id: string, rest: Partial<Person> = {}): Person => ({
  id,
  login: `${id}@example.com`,
  status: 'STAGED',
  visits: 0,
  tags: [],
  profile: {},
  ...rest,
})

export const idsOf = (records: Iterable<{ id: string }>): string[] => Array.from(records, ({ id }) => id)
