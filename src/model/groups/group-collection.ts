import { fold } from '../../query/index.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'
import type { GroupRecord } from './group-record.ts'

const layout = {
  name: 'groups',
  indexes: { name: (group: GroupRecord) => fold(String(group.profile.name)) },
}

/** A collection of groups, by id and name. */
export function createGroupCollection() {
  return new IndexedCollection(layout)
}

export type GroupCollection = ReturnType<typeof createGroupCollection>
