import { exampleIdsOf } from '../src/contract/example-ids.ts'
import type { OperationName } from '../src/contract/operation-names.ts'
import { operations } from '../src/contract/operations/index.ts'
import { loadDataset } from '../src/fixtures/index.ts'
import { demoPassword as password } from '../src/fixtures/datasets/sample-secrets.ts'
import { createOrg } from '../src/index.ts'
import type { Example, Json } from '../src/openapi/types.ts'
import { jsonText } from './json-text.ts'
import { allSettings, person, ruleOf, webClient } from '../test/openapi/tools/fixtures.ts'

const { groupId } = exampleIdsOf('getGroup')

/** The bodies of calls that send one. */
const bodies: Readonly<Partial<Record<OperationName, object>>> = {
  registerClient: webClient,
  updateClient: { ...allSettings, client_name: 'Portal' },
  createGroup: { profile: { name: 'Crew' } },
  updateGroup: { profile: { name: 'Staff', description: 'All of them' } },
  createGroupRule: { ...ruleOf(groupId), name: 'Makers' },
  updateGroupRule: { ...ruleOf(groupId), name: 'Builders' },
  createUser: {
    profile: { ...person('grace'), firstName: 'Grace', lastName: 'Hopper' },
    credentials: {
      password: { value: password },
      recovery_question: { question: 'Pet?', answer: 'Newton' },
    },
    groupIds: [groupId],
  },
  replaceUser: { profile: { ...person('ada'), department: 'Engineering' } },
  updateUser: { profile: { nickName: 'Countess' } },
  updateCurrentUser: { profile: { nickName: 'Admin' } },
  deleteCurrentUserSessions: { keepCurrent: false },
  forgotPasswordWithAnswer: {
    password: { value: `${password}3` },
    recovery_question: { answer: 'Newton' },
  },
  changePassword: { oldPassword: { value: password }, newPassword: { value: `${password}2` } },
  changeRecoveryQuestion: {
    password: { value: password },
    recovery_question: { question: 'Cat?', answer: 'Babbage' },
  },
}

/** The text of `generated/openapi-examples.json`: an example request and reply of each operation. */
export async function renderOpenApiExamples(): Promise<string> {
  const examples: Partial<Record<OperationName, Example>> = {}
  for (const { name } of operations) examples[name] = await called(name)
  return jsonText(examples, 2)
}

/** Calls an operation of the unchanged `examples` dataset. */
async function called(name: OperationName): Promise<Example> {
  const org = createOrg({ seed: 'examples', clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  await loadDataset(org, 'examples')
  const { method, path } = operations.find((each) => each.name === name)!
  const ids: Readonly<Record<string, string>> = exampleIdsOf(name)
  const { sessionCookie } = org.control.openSession({ user: exampleIdsOf(name).userId })
  const isOwn = name === 'deleteCurrentUserSessions'
  const body = bodies[name]
  const reply = await org.fetch(
    new Request(org.baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, place: string) => ids[place]!), {
      method,
      headers: {
        ...(isOwn ? { cookie: sessionCookie } : { authorization: `SSWS ${org.apiToken}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`)
  return {
    ...(body ? { request: body as Json } : {}),
    ...(text === '' ? {} : { reply: JSON.parse(text) as Json }),
  }
}
