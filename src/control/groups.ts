import { z } from 'zod'
import type { Org } from '../model/org.ts'
import type { GroupRecord } from '../model/groups/groups.ts'
import { viewsOf } from '../views/index.ts'
import { defineAction } from './action.ts'
import { reference, shallow } from './input.ts'

/** Label of the application that groups are imported from when none is named. */
const defaultApplication = 'Directory'

export const groupActions = {
  importGroup: defineAction({
    input: () =>
      z.strictObject({
        /** Id or label of the application. Default: a new application that represents a directory. */
        application: reference().optional(),
        /** Default: that of a directory group, whose missing properties are made from the name. */
        objectClass: z.array(z.string().min(1)).min(1).optional(),
        profile: z.looseObject({ name: z.string().min(1) }).superRefine(shallow),
        /** Ids or logins. */
        members: z.array(reference()).optional(),
      }),
    run(org, { application, objectClass, profile, members: users }) {
      const userIds = users && idsOf(org, users)
      // Checked before the application for the directory is made.
      org.imports.profile({ objectClass, profile })
      const appId = application === undefined ? directoryOf(org) : org.apps.resolveNamed(application).id
      const { id } = org.imports.import({ appId, objectClass, profile })
      if (userIds) org.members.setImported(id, userIds)
      return viewsOf(org).groups.of(org.groups.resolve(id))
    },
  }),
  addPushMapping: defineAction({
    input: () => z.strictObject({ group: reference(), application: reference().optional() }),
    run(org, { group, application }) {
      const record = knownGroup(org, group)
      const appId = application === undefined ? record.source?.id : org.apps.resolveNamed(application).id
      return org.apps.addPushMapping(record.id, appId ?? directoryOf(org))
    },
  }),
}

/** A group by its id or name. */
export function knownGroup(org: Org, group: string): GroupRecord {
  return org.groups.find(group) ?? org.groups.resolve(group)
}

function idsOf(org: Org, users: readonly string[]): readonly string[] {
  return users.map((user) => org.users.resolve(user).id)
}

function directoryOf(org: Org): string {
  for (const app of org.apps.collection.values()) if (app.label === defaultApplication) return app.id
  return org.apps.create({ label: defaultApplication, features: ['IMPORT_NEW_GROUPS'] }).id
}
