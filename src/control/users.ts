import { z } from 'zod'
import { refuse } from '../contract/errors/refusal.ts'
import { outsideProviderTypes } from '../contract/resources/credentials.ts'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { withHidden } from '../model/users/credentials-input.ts'
import type { Org } from '../model/org.ts'
import { isTotp, type UserRecord } from '../model/users/records.ts'
import { base32, totpSecret } from '../model/users/records.ts'
import { viewsOf } from '../views/index.ts'
import type { User } from '../views/user-view.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'

export const userActions = {
  findUser: defineAction({
    reads: true,
    input: () => z.strictObject({ user: reference() }),
    run(org, input) {
      const record = org.users.find(input.user)
      if (!record) return { user: null }
      const groups = org.memberships.groupsOf(record.id).map(({ id, type, profile }) => ({
        id,
        type,
        name: String(profile['name']),
      }))
      return { user: { ...shown(org, record), factors: record.hidden.factors ?? [], groups } }
    },
  }),
  setUser: defineAction({
    input: () =>
      z.strictObject({
        user: reference(),
        status: z.enum(userStatuses).optional(),
        block: z.enum(['ANY_DEVICES', 'UNKNOWN_DEVICES']).nullish(),
        provider: z
          .strictObject({ type: z.enum(['SERVICE', ...outsideProviderTypes]), name: z.string().optional() })
          .optional(),
      }),
    run(org, { user, status, block: appliesTo, provider }) {
      const { id } = org.users.resolve(user)
      if (provider) {
        const { type, name = type } = provider
        org.lifecycle.setProvider(id, type === 'SERVICE' ? org.ownProvider : Object.freeze({ type, name }))
      }
      if (appliesTo !== undefined) {
        const block =
          appliesTo === null ? undefined : Object.freeze({ type: 'DEVICE_BASED', appliesTo } as const)
        hide(org, id, { block })
      }
      if (status) org.lifecycle.force(id, status)
      return shown(org, org.users.resolve(id))
    },
  }),
  enrollFactor: defineAction({
    input: () =>
      z.strictObject({
        user: reference(),
        factor: z.string().min(1).max(100),
        secret: totpSecret().optional(),
      }),
    run(org, { user, factor, secret: given }): User & { readonly secret?: string } {
      const { factors = [] } = org.users.resolve(user).hidden
      const all = { factors: [...new Set([...factors, factor])] }
      if (!isTotp(factor)) {
        if (given) refuse('other', { at: 'secret', message: 'expected none but for totp' })
        return shown(org, hide(org, user, all))
      }
      const secret = given ?? org.ids.letters(base32, 32)
      return { ...shown(org, hide(org, user, { ...all, totp: { secret } })), secret }
    },
  }),
  readFactorCode: defineAction({
    reads: true,
    input: () => z.strictObject({ user: reference() }),
    run: async (org, { user }) => (await import('../model/users/second-factor.ts')).shownCode(org, user),
  }),
}

function hide(org: Org, reference: string, changes: Parameters<typeof withHidden>[1]): UserRecord {
  const record = org.users.resolve(reference)
  return org.users.write(record, { hidden: withHidden(record.hidden, changes) })
}

function shown(org: Org, record: UserRecord): User {
  return viewsOf(org).users.single(record, { expandBlock: true }) as unknown as User
}
