/** Servers that accept an unknown id or an incomplete body, or refuse it with another status or code. */
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { routes } from '../../engine/wire/routes.ts'
import { neededProperties } from '../../tables/profile.ts'
import { type RequiredMember, requiredMembers } from '../../tables/required.ts'
import { partsOf, unknownIds } from '../../tables/unknown-ids.ts'
import { when } from '../alter/flow.ts'
import { at, isObject } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuseButWith } from '../alter/refusal.ts'
import type { Sent } from '../alter/wire.ts'
import { type Mutant, mistakesAt } from './mutant.ts'
import { otherCode, otherStatus, refusals } from './families/refusals.ts'
import { refuseButStoreCredentials, somebody } from './users-steps.ts'

/** The row of getUser depends on the form of the path, and has its broken servers in another file. */
const rows = unknownIds.filter(({ of }) => of !== 'getUser.id')

export const unknownIdMutants: readonly Mutant[] = refusals(
  rows.map((row) => {
    const [on] = partsOf(row)
    const accepted = routes[on].startsWith('DELETE') ? { accepted: { status: 204 } } : {}
    return { requirement: row.id, on, status: 404, code: 'E0000007', ...accepted }
  }),
)

/** Stores the credentials of a body without its proof. */
const storing = refuseButStoreCredentials(({ json }) => ({
  password: json.password ?? json.newPassword,
  recovery_question: json.recovery_question,
}))

/** The properties of a profile that are needed, by other tables. */
const ofProfiles = neededProperties.flatMap(({ slug, name }) =>
  (['required', 'null'] as const).map((how): Omit<RequiredMember<RequirementId>, 'subject' | 'says'> => ({
    id: `users.profile.${slug}.${how}`,
    on: 'createUser',
    paths: [`profile.${name}`],
    sent: [how === 'null' ? null : undefined],
    instead: somebody,
  })),
)

export const requiredMutants: readonly Mutant[] = [...requiredMembers, ...ofProfiles].flatMap((row) => {
  const { id, on, paths, sent, instead, isProof, stated } = row
  const [path = ''] = paths
  const isMeant = ({ json }: Sent) => paths.some((each) => isSpoilt(json, each, sent))
  const accept = instead === undefined ? acceptInstead() : acceptWith(path, instead)
  const refuse = isProof ? storing : refuseButWith(path, instead)
  return mistakesAt(on, id, {
    accepted: when(isMeant, accept),
    ...((isProof || instead !== undefined) && { 'refused-but-done': when(isMeant, refuse) }),
    ...(stated !== undefined && {
      'wrong-status': when(isMeant, otherStatus(stated[0])),
      'wrong-code': when(isMeant, otherCode(stated[1])),
    }),
  })
})

/** Whether a body has one of these values at a path, or nothing, in an object that it does have. */
function isSpoilt(body: Json, path: string, values: readonly Json[]): boolean {
  const parent = path.includes('.') ? at(body, path.slice(0, path.lastIndexOf('.'))) : body
  return isObject(parent) && values.some((each) => JSON.stringify(each) === JSON.stringify(at(body, path)))
}
