/**
 * Single requests to one organisation, and their whole replies, in `answers.txt`. A case is a method, a path and a body.
 * `{name}` stands for the id of a record. The next request comes after ` > `. Paths after ` | ` choose what to show. Each
 * case meets the same records.
 */
import { inspect } from 'node:util'
import { test } from 'vitest'
import { testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import { ecKey, registered, rsaKey, serviceClient, webClient } from '../support/clients.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { createGroup, createRule } from '../support/groups.ts'
import { answer, password } from '../support/people.ts'

/** Creates a user whose login and e-mail are its name at example.com. */
async function createPerson({ call }: TestOrg, name: string, query = ''): Promise<string> {
  const login = `${name.toLowerCase()}@example.com`
  const { json } = await call('POST', `/api/v1/users${query}`, {
    profile: { login, email: login, firstName: name, lastName: 'Byron' },
    credentials: {
      password: { value: password },
      recovery_question: { question: 'Who ran off with my wife?', answer },
    },
  })
  return json.id
}

/** A record of every kind; answers their ids by the names that cases use. */
async function populate(it: TestOrg): Promise<Readonly<Record<string, string>>> {
  const { call, control } = it
  const ada = await createPerson(it, 'Ada')
  const bob = await createPerson(it, 'Bob', '?activate=false')
  const crew = (await createGroup(call, { name: 'Crew' })).id
  await call('PUT', `/api/v1/groups/${crew}/users/${ada}`)
  const { id: domain, source } = control.importGroup({
    profile: { name: 'Domain Users', dn: 'CN=Domain Users,DC=corp' },
    members: [ada],
  })
  const everyone = it.org.groups.everyoneId
  const [mail, wiki, other] = ['Mail', 'Wiki', 'Other'].map(
    (label) => control.setApplication({ label }).id,
  ) as [string, string, string]
  for (const application of [wiki, mail, wiki]) control.assignApplication({ application, group: crew })
  control.assignApplication({ application: mail, user: ada })
  const rule = await createRule(call, 'user.department == "Bridge"', [crew], { name: 'Officers' })
  const shop = (await registered(it, webClient())).client_id
  const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [rsaKey(), ecKey()] } }
  const job = (await registered(it, serviceClient(keys))).client_id
  control.setScope({ scope: 'car:drive', displayName: 'Drive', description: 'Drive your car' })
  const [grant] = control.grantConsent({ user: ada, client: shop, scopes: ['car:drive'] })
  const issued = await control.issueTokens({
    user: ada,
    client: shop,
    scopes: ['offline_access', 'car:drive'],
    refreshToken: true,
  })
  const token = issued.refresh_token_id!
  const server = it.org.authorizationServers.own.id
  const records = { ada, bob, everyone, crew, domain, mail, wiki, other, shop, job, server, token }
  return { ...records, directory: source!.id, rule: rule.id, grant: grant!.id, scope: grant!.scopeId }
}

/** The value at a path such as `profile.name`, of each element if there are many. */
function at(path: string, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((each) => at(path, each))
  return path.split('.').reduce((value: unknown, name) => (value as Record<string, unknown>)[name], json)
}

const plain = 'application/json'

/** A reply in lines. An error shows its texts. Anything else is whole, or shows the values at some paths. */
function told({ status, headers, json }: TestReply, paths: readonly string[]): string {
  const type = String(headers['content-type'] ?? plain)
  const head = [type === plain ? `${status}` : `${status} ${type}`, ...[headers.link ?? []].flat()]
  if (json === undefined) return head.join('\n')
  const { errorCode, errorSummary, errorCauses, error, error_description } = json
  if (error !== undefined) return [...head, error, ...error_description.split('; ')].join('\n')
  if (errorCode === undefined) {
    const shown = paths.length === 0 ? [json] : paths.map((path) => at(path, json))
    return [...head, ...shown.map((value) => inspect(value, { depth: null, breakLength: 110 }))].join('\n')
  }
  const causes = errorCauses.map((cause: { errorSummary: string }) => cause.errorSummary)
  return [...head, `${errorCode} ${errorSummary}`, ...causes].join('\n')
}

test('requests get the replies of answers.txt', async () => {
  const it = testOrg()
  const ids = await populate(it)
  // A write shows the next minute.
  it.control.advanceClock({ by: '1m' })
  const start = it.org.state.snapshot()
  const named = (text: string): string =>
    Object.entries({ ...ids, base: 'https://svc.example.com' }).reduce(
      (shown, [name, value]) => shown.replaceAll(value, `{${name}}`),
      text,
    )
  await expectGolden(new URL('answers.txt', import.meta.url), async (input) => {
    it.org.state.restore(start)
    const replies: string[] = []
    for (const step of input.split(' > ')) {
      const [request = '', paths = ''] = step.split(' | ')
      const sent = request.replaceAll(/\{(\w+)\}/g, (place, name: string) => ids[name] ?? place)
      const [, method, path, , body] = /^(\w+) (\S+)( (.+))?$/.exec(sent)!
      const { status, headers, text } = await it.call(method!, path!, body)
      const link = [headers.link ?? []].flat().map(named)
      const json = text === '' ? undefined : JSON.parse(named(text))
      replies.push(
        told({ status, headers: { ...headers, link }, text, json }, paths.split(' ').filter(Boolean)),
      )
    }
    return replies.join('\n')
  })
})
