import type { IdGenerator } from '../kernel/ids.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'

/** A group that is pushed to an application, or that an application takes pushes into. */
export interface PushMapping {
  /** Names the mapping. */
  readonly id: string
  /** The group that is pushed: `00g…`; an imported one cannot be deleted while it is. */
  readonly groupId: string
  /** The application that it is pushed to: `0oa…`. */
  readonly appId: string
}

const layout = {
  name: 'pushMappings',
  indexes: { group: ({ groupId }: PushMapping) => groupId },
}

function createPushMappingCollection() {
  return new IndexedCollection(layout)
}

/** The groups that are pushed to applications; a group that is imported cannot be removed while it is. */
export class PushMappings {
  readonly collection = createPushMappingCollection()
  readonly #ids: IdGenerator

  constructor(ids: IdGenerator) {
    this.#ids = ids
  }

  /** Adds a mapping, or finds the one that there is. */
  add(groupId: string, appId: string): PushMapping {
    const known = this.ofGroup(groupId).find((mapping) => mapping.appId === appId)
    return known ?? this.collection.insert({ id: this.#ids('pushMapping'), groupId, appId })
  }

  /** Ends a mapping. Returns whether there was one. */
  remove(id: string): boolean {
    return this.collection.remove(id) !== undefined
  }

  /** The mappings that use a group. */
  ofGroup(groupId: string): readonly PushMapping[] {
    return this.collection.allBy('group', groupId)
  }

  /** Forgets a group that is gone. */
  forgetGroup(groupId: string): void {
    for (const { id } of this.ofGroup(groupId)) this.collection.remove(id)
  }

  /** Forgets an application that is gone. */
  forgetApp(appId: string): void {
    for (const mapping of this.collection.values()) {
      if (mapping.appId === appId) this.collection.remove(mapping.id)
    }
  }
}
