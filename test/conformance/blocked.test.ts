/** A server that breaks the basis of other checks never passes as conforming. */
import { expect, test } from 'vitest'
import { alteredFetch } from '../../conformance/proof/alter/sender.ts'
import { answerWith, sentWith, type Alteration } from '../../conformance/proof/alter/wire.ts'
import { conform } from '../../conformance/index.ts'
import { createOrganisation } from '../../src/organisation.ts'

const baseUrl = 'https://target.example.com'

const group = /^\/api\/v1\/groups\/(?!rules\b)([^/]+)/

/** The behaviour of a server, and the sentence, the exit code and the verdicts that the run reports. */
const servers: Record<string, [Alteration, string, number, Record<string, string>]> = {
  'loses the third alternative of an or': [
    () => (sent, forward) => {
      const parts = sent.query.get('filter')?.split(' or ') ?? []
      if (parts.length < 3) return forward(sent)
      const query = new URLSearchParams(sent.query)
      query.set('filter', parts.slice(0, 2).join(' or '))
      return forward(sentWith(sent, { query }))
    },
    'Does not conform',
    1,
    { 'groups.filter.or': 'fail' },
  ],
  'answers 410 for a deleted group': [
    () => {
      const gone = new Set<string>()
      return async (sent, forward) => {
        const id = group.exec(sent.path)?.[1] ?? ''
        const answer = await forward(sent)
        if (sent.method === 'DELETE' && answer.status === 204) gone.add(id)
        return gone.has(id) && answer.status === 404 ? answerWith(answer, { status: 410 }) : answer
      }
    },
    'Does not conform',
    1,
    { 'groups.delete.gone': 'fail' },
  ],
  'adds no member to a group that has two': [
    () => {
      const added = new Map<string, number>()
      return async (sent, forward) => {
        const id = group.exec(sent.path)?.[1] ?? ''
        const count = added.get(id) ?? 0
        if (sent.method !== 'PUT' || !/\/users\/[^/]+$/.test(sent.path)) return forward(sent)
        added.set(id, count + 1)
        return count < 2 ? forward(sent) : answerWith(await forward(sent), { status: 403 })
      }
    },
    'No verdict',
    3,
    { 'membership.list.after': 'blocked' },
  ],
}

test.each(Object.entries(servers))(
  'a server that %s does not pass as conforming',
  async (_, [alteration, sentence, exitCode, verdicts]) => {
    const org = createOrganisation({ seed: 7, baseUrl })
    const result = await conform({
      baseUrl,
      token: org.apiToken,
      fetch: alteredFetch((request) => org.fetch(request), baseUrl, alteration),
      only: ['conventions.paging.*', 'groups.delete.*', 'groups.filter.*', 'membership.list.*'],
      lag: 300,
      explore: false,
      tolerateIncomplete: true,
    })
    const told = result.requirements
      .filter(({ id }) => id in verdicts)
      .map(({ id, verdict }) => [id, verdict])
    expect(Object.fromEntries(told)).toEqual(verdicts)
    expect(result).toMatchObject({ sentence, exitCode })
  },
)
