/** The findings from answers of any kind: a secret and a letter, and nothing that only resembles one. */
import { test } from 'vitest'
import { expectGolden } from '../../support/golden-cases.ts'
import { mockRun } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

/** A body that is sent, null for a GET, and what comes back: its body, and more of it. */
type Call = readonly [
  sent: unknown,
  answer: unknown,
  more?: { readonly path?: string; readonly type?: string; readonly status?: number; readonly link?: string },
]

/** The kinds of finding in the answers to these calls. */
async function sightsOf(calls: readonly Call[]): Promise<readonly string[]> {
  const kinds: string[] = []
  let at = 0
  let isRunning = false
  const asks = checkOf('asks', { judges: ['a'] }, async ({ api, unique }) => {
    isRunning = true
    const nobody = unique.unknownId()
    for (const [sent, , { path } = {}] of calls) {
      if (sent === null) await api.get(path ?? '/api/v1/users')
      else if (path === undefined) await api.post(`/api/v1/users/${nobody}`, sent)
      else await api.put(`${path}/${nobody}`, sent)
    }
  })
  const looks = checkOf('looks', { judges: ['a'], last: true }, async ({ sights }) => {
    kinds.push(...sights.map(({ kind }) => kind))
  })
  await mockRun([asks, looks], {
    alter: () => {
      const call = calls[at]
      if (!isRunning || call === undefined) return undefined
      at += 1
      const [, answer, { type = 'application/json', status = 200, link } = {}] = call
      const headers = { 'content-type': type, ...(link === undefined ? {} : { link }) }
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      return new Response(text, { status, headers })
    },
  })
  return kinds
}

test('finds in the answers to some calls what sights.txt shows', async () => {
  await expectGolden(new URL('sights.txt', import.meta.url), async (line) => {
    const calls = line
      .replaceAll(/<(\w+)\*(\d+)>/g, (_, text: string, count: string) => text.repeat(Number(count)))
      .replace(/^[^:]+: /, '')
      .split(' ; ')
    const kinds = await sightsOf(calls.map((call) => JSON.parse(call) as Call))
    return kinds.join(', ') || 'nothing'
  })
})
