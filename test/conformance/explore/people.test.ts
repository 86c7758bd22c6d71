/** Exploration of a target whose control plane it may use: people sign in and follow links, and time passes. */
import { expect, test } from 'vitest'
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { answerOf, answerWith, isSuccess, goesTo } from '../../../conformance/proof/alter/wire.ts'
import { isThorough, sample } from '../../support/runs.ts'
import { explored, foundBy, seeds, type PlantedMutant } from './explored.ts'
import { eachRecord, reply } from '../../../conformance/proof/alter/answer.ts'
import { asks, both, on, when, whenSuccess } from '../../../conformance/proof/alter/flow.ts'
import { after } from '../../../conformance/proof/alter/memory.ts'
import { remembering } from '../../../conformance/proof/interactions/parts.ts'

const isRead = goesTo('getUser')
const isList = goesTo('listUsers')
const isRevocation = goesTo('revokeUserGrants')

/** The one in the middle is found in a quarter of the calls: a commit tries it. */
const bugs: PlantedMutant = {
  'lists an unlocked user as locked out': [
    after('unlockUser', { outcome: 'success', shownBy: isList }, (user: Json) =>
      user.status === 'ACTIVE' ? { ...user, status: 'LOCKED_OUT' } : user,
    ),
    /^users\./,
  ],
  'keeps a consent that is revoked alone': [on('revokeUserGrant', reply(204)), /^grants\./],
  'keeps the time of the first sign-in': [
    remembering(
      () => new Map<string, string>(),
      async (first, sent, forward) => {
        const answer = await forward(sent)
        const { id, lastLogin } = answer.json ?? {}
        if (!isSuccess(answer) || !isRead(sent) || !lastLogin) return answer
        first.set(id, first.get(id) ?? lastLogin)
        return answerWith(answer, { json: { ...answer.json, lastLogin: first.get(id) } })
      },
    ),
    /^users\./,
  ],
  'revokes all consents of a user only the first time': [
    remembering(
      () => new Set<string>(),
      async (revoked, sent, forward) => {
        if (!isRevocation(sent)) return forward(sent)
        if (revoked.has(sent.path)) return answerOf(204)
        revoked.add(sent.path)
        return forward(sent)
      },
    ),
    /^grants\./,
  ],
  'shows users with an expired password as active where a filter finds them': [
    when(
      both(isList, asks('filter')),
      whenSuccess(
        eachRecord((user) => (user['status'] === 'PASSWORD_EXPIRED' ? { ...user, status: 'ACTIVE' } : user)),
      ),
    ),
    /^users\./,
  ],
}

test.each(sample(Object.entries(bugs), 1))('finds a server that %s', async (_, [alteration, requirement]) => {
  const { differences, calls } = await foundBy(createConformTarget, { maxCalls: 6000 }, alteration)
  expect(differences[0]?.requirement, `after ${calls} calls`).toMatch(requirement)
})

test('finds nothing in a server that keeps the description, and puts its clock back', async () => {
  const commands: Json[] = []
  for (const seed of seeds) {
    const target = await createConformTarget()
    const control = {
      ...target.control!,
      act: async (name: string, input: Record<string, unknown> = {}) => {
        if (name === 'advanceClock') commands.push(input)
        return target.control!.act!(name, input)
      },
    }
    const budget = { maxCalls: isThorough ? 2000 : 1100, maxFound: 1, seed }
    const { differences } = await explored({ ...target, control }, budget)
    expect(differences).toEqual([])
    const { now }: Json = await target.control!.act!('describe')
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
    if (commands.length > 0) break
  }
  expect(commands).not.toEqual([])
})
