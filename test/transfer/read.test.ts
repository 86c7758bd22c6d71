/** How a deployment is read: which lists, and what is shown meanwhile. */
import { expect, test } from 'vitest'
import type { Client } from '../../src/client.ts'
import { Progress } from '../../src/transfer/progress.ts'
import { readDeployment } from '../../src/transfer/pull/read.ts'

const everyone = { id: '00g1', type: 'BUILT_IN' }
const staff = { id: '00g2', type: 'SVC_GROUP' }
const lists: Readonly<Record<string, readonly object[]>> = {
  'listUsers ': [
    { id: '00u1', status: 'ACTIVE' },
    { id: '00u2', status: 'ACTIVE' },
  ],
  'listUsers {"query":{"filter":"status eq \\"DEPROVISIONED\\""}}': [
    { id: '00u2', status: 'DEPROVISIONED' },
    { id: '00u3', status: 'DEPROVISIONED' },
  ],
  'listGroups ': [everyone, staff],
  'listGroupRules ': [{ id: '0pr1' }],
  'listClients ': [{ client_id: '0oa1' }],
  'listGroupApps {"params":{"groupId":"00g1"}}': [],
  'listGroupApps {"params":{"groupId":"00g2"}}': [{ id: '0oa2' }],
  'listGroupUsers {"params":{"groupId":"00g2"}}': [{ id: '00u1' }, { id: '00u3' }],
}

test('every list is read once, members of no built-in group, and nobody comes twice', async () => {
  const asked: string[] = []
  const shown: string[] = []
  const client = {
    async *each(name: string, input?: object) {
      const call = `${name} ${input === undefined ? '' : JSON.stringify(input)}`
      asked.push(call)
      yield* lists[call]!
    },
  } as unknown as Client
  const sink = { write: (text: string) => void shown.push(text), interactive: true }
  expect(await readDeployment(client, 1, new Progress(sink))).toStrictEqual({
    users: [
      { id: '00u1', status: 'ACTIVE' },
      { id: '00u2', status: 'DEPROVISIONED' },
      { id: '00u3', status: 'DEPROVISIONED' },
    ],
    groups: [everyone, staff],
    members: new Map([['00g2', ['00u1', '00u3']]]),
    apps: new Map([
      ['00g1', []],
      ['00g2', [{ id: '0oa2' }]],
    ]),
    rules: [{ id: '0pr1' }],
    clients: [{ client_id: '0oa1' }],
  })
  expect(asked.toSorted()).toEqual(Object.keys(lists).toSorted())
  const blank = (text: string): string => `\r${' '.repeat(text.length)}\r`
  const users = 'Reading deactivated users 2'
  expect(shown).toEqual([
    '\rReading users 1',
    '\rReading users 2',
    blank('Reading users 2'),
    '\rReading deactivated users 1',
    `\r${users}`,
    blank(users),
    '\rReading groups 1',
    '\rReading groups 2',
    blank('Reading groups 2'),
    '\rReading rules 1',
    blank('Reading rules 1'),
    '\rReading clients 1',
    blank('Reading clients 1'),
    '\rReading groups 1/2',
    '\rReading groups 2/2',
    blank('Reading groups 2/2'),
  ])
})
