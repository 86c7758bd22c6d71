/** The answers of control actions, and of calls after them; each heading of answers.txt begins a new organisation. */
import { test } from 'vitest'
import { expectGolden } from '../support/golden-cases.ts'
import { type TestOrg, testOrg } from '../support/call.ts'
import { webClient } from '../support/clients.ts'
import { at, filled, optionsIn, parsedLine, take } from '../support/script.ts'

type Members = Record<string, unknown>

let target: TestOrg
/** The answers with a name, as in `server = createAuthorizationServer {}`, and those that each organisation begins with. */
let kept: Record<string, unknown>

async function begin(heading: string): Promise<void> {
  target = testOrg(optionsIn(heading))
  const profile = { login: 'ada@x.test', email: 'ada@x.test', firstName: 'Ada', lastName: 'Byron' }
  const credentials = { password: { value: 'Sup3rsecret' } }
  const { json: ada } = await target.call('POST', '/api/v1/users', { profile, credentials })
  kept = { ada: ada.id, shop: target.control.registerClient(webClient()).client_id }
}

/** The ids of answers with a name. */
const named = (): ReadonlyMap<unknown, string> =>
  new Map(
    Object.entries(kept).flatMap(([name, answer]): [unknown, string][] =>
      typeof answer === 'string'
        ? [[answer, `$${name}`]]
        : Object.entries(answer ?? {})
            .filter(([key]) => /^(?:id|client_id|kid)$/.test(key))
            .map(([key, value]): [unknown, string] => [value, `$${name}.${key}`]),
    ),
  )

/** An answer with the names of ids, with the claims of tokens, and without what differs with every run. */
const shown = (value: unknown, sent: string, names: ReadonlyMap<unknown, string>): string =>
  JSON.stringify(value, (key, one: unknown) => {
    if (typeof one !== 'string') return one
    if (names.has(one)) return names.get(one)
    if (sent.includes(one)) return one
    if (/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(one)) {
      const claims = JSON.parse(Buffer.from(one.split('.')[1]!, 'base64url').toString()) as object
      return { ...claims, jti: undefined, ID: undefined }
    }
    return /secret$|token$|^(?:userCode|kid|jti|at_hash)$/i.test(key)
      ? '…'
      : one.replace(/\/blob\/v[^/]+/, '/blob/VERSION')
  })

async function answer(step: string): Promise<unknown> {
  const { reply, answer: told } = await take(target, step)
  if (reply === undefined || reply.status < 300) return told
  const { status, json } = reply
  const causes = json.errorCauses?.map((each: Members) => each['errorSummary'])
  return { status, code: json.errorCode ?? json.error, causes }
}

test('actions answer, and calls show their effect', async () => {
  await expectGolden(new URL('answers.txt', import.meta.url), async (line) => {
    if (line.startsWith('#')) return begin(line).then(() => '')
    const { name, step, paths } = parsedLine(line)
    const sent = filled(step, kept)
    const told = await (async () => answer(sent))().catch((error: Error) => error)
    if (told instanceof Error) return `refused: ${told.message}`
    const names = named()
    if (name !== undefined) kept[name] = told
    const picked = paths.split(', ').map((path) => at(told, path === '' ? [] : path.split('.')))
    return picked.map((each) => (each === undefined ? 'nothing' : shown(each, sent, names))).join(' ')
  })
})
