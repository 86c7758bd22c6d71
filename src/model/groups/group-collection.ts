import { z } from 'zod'
import { fold } from '../../query/index.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'
import type { GroupRecord } from './group-record.ts'

const groupRecordSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  profile: z.record(z.string(), z.unknown()),
}) as unknown as z.ZodType<GroupRecord>

/** A collection of groups, by id and name. */
export function createGroupCollection() {
  return new IndexedCollection({
    name: 'groups',
    schema: groupRecordSchema,
    indexes: { name: (group: GroupRecord) => fold(String(group.profile.name)) },
  })
}

/** What {@link createGroupCollection} makes. */
export type GroupCollection = ReturnType<typeof createGroupCollection>
