import { OrgService } from '../kernel/org-service.ts'

/** A group that is pushed to an application, or that an application takes pushes into. */
export interface PushMapping {
  /** Names the mapping. */
  readonly id: string
  /** The group that is pushed: `00g…`. An imported group cannot be deleted while it is pushed. */
  readonly groupId: string
  /** The application that it is pushed to: `0oa…`. */
  readonly appId: string
}

/** The groups that are pushed to applications. An imported group cannot be removed while it is pushed. */
export class PushMappings extends OrgService<'tables' | 'ids'> {
  readonly collection = this.org.tables.pushMappings

  /** Adds a mapping, or returns the existing one. */
  add(groupId: string, appId: string): PushMapping {
    const known = this.ofGroup(groupId).find((mapping) => mapping.appId === appId)
    return known ?? this.collection.insert({ id: this.org.ids('pushMapping'), groupId, appId })
  }

  /** Ends a mapping. Returns whether it existed. */
  remove(id: string): boolean {
    return this.collection.remove(id) !== undefined
  }

  /** The mappings that use a group. */
  ofGroup(groupId: string): readonly PushMapping[] {
    return this.collection.allBy('group', groupId)
  }

  forgetGroup(groupId: string): void {
    for (const { id } of this.ofGroup(groupId)) this.collection.remove(id)
  }

  forgetApp(appId: string): void {
    for (const { id } of this.collection.allBy('app', appId)) this.collection.remove(id)
  }
}
