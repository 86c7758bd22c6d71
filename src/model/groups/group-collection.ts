import { fold } from '../../query/index.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'
import type { GroupRecord } from './group-record.ts'

/** A collection of groups, by id and name. */
export function createGroupCollection() {
  return new IndexedCollection({
    name: 'groups',
    indexes: { name: (group: GroupRecord) => fold(String(group.profile.name)) },
  })
}

/** What {@link createGroupCollection} makes. */
export type GroupCollection = ReturnType<typeof createGroupCollection>
