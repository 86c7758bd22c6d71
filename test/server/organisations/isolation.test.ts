import { expect, test } from 'vitest'
import { Random } from '../../../src/model/kernel/random.ts'
import { createOrganisation, type Organisation } from '../../../src/organisation.ts'
import { answerControl } from '../../../src/server/control.ts'
import { toResponse, wireRequestOf } from '../../../src/handlers/fetch.ts'
import { serve } from '../../../src/server.ts'
import { isThorough } from '../../support/runs.ts'

const options = { seed: 'isolation', clock: { start: '2030-01-01T00:00:00.000Z', frozen: true } }
const organisations = isThorough ? 60 : 20
const steps = 15

interface Step {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** Random requests to one organisation. Users and groups have fixed names, so that no step waits for another. */
function stepsBy(random: Random): readonly Step[] {
  const login = (): string => `user${random.int(4)}@example.com`
  const user = (): string => `/api/v1/users/${login()}`
  const kinds: readonly (() => Step)[] = [
    () => {
      const name = login()
      const profile = { login: name, email: name, firstName: `A${random.int(1000)}`, lastName: 'B' }
      const credentials = random.int(2) === 0 ? {} : { credentials: { password: { value: 'Correct1Horse' } } }
      return { method: 'POST', path: '/api/v1/users', body: { profile, ...credentials } }
    },
    () => ({ method: 'GET', path: `/api/v1/users?limit=${1 + random.int(3)}` }),
    () => ({ method: 'GET', path: `/api/v1/users?search=${encodeURIComponent('profile.lastName eq "B"')}` }),
    () => ({ method: 'GET', path: user() }),
    () => ({ method: 'POST', path: `${user()}/lifecycle/suspend` }),
    () => ({ method: 'POST', path: `${user()}/lifecycle/reset_password?sendEmail=false` }),
    () => ({ method: 'DELETE', path: user() }),
    () => ({ method: 'POST', path: '/api/v1/groups', body: { profile: { name: `Group ${random.int(3)}` } } }),
    () => ({ method: 'GET', path: '/api/v1/groups' }),
    () => ({ method: 'POST', path: '/_control/open-session', body: { user: login() } }),
    () => ({ method: 'POST', path: '/_control/list-mails', body: {} }),
    () => ({ method: 'POST', path: '/_control/advance-clock', body: { by: `${1 + random.int(90)}m` } }),
    () => ({ method: 'POST', path: '/_control/add-fault', body: { status: 503, times: 1 } }),
    () => ({
      method: 'POST',
      path: '/_control/change-settings',
      body: { delays: { search: random.int(2) * 1000 } },
    }),
    () => ({ method: 'POST', path: '/_control/read-journal', body: {} }),
    () => ({ method: 'POST', path: '/_control/describe', body: {} }),
    () => ({ method: 'POST', path: '/_control/reset', body: {} }),
  ]
  return Array.from({ length: steps }, () => random.pick(kinds)())
}

type Ask = (request: Request) => Promise<Response>

/** Everything that an organisation answers to the steps, in order. */
async function transcript(
  { baseUrl, apiToken }: { readonly baseUrl: string; readonly apiToken: string },
  asked: readonly Step[],
  ask: Ask,
): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const { method, path, body } of asked) {
    const headers = { authorization: `SSWS ${apiToken}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await ask(new Request(baseUrl + path, { method, headers, ...sent }))
    // How long a request took is the machine's matter.
    const text = (await response.text()).replaceAll(/"duration":[\d.]+/g, '"duration":0')
    answers.push([method, path, response.status, response.headers.get('link'), text])
  }
  return answers
}

/** A lone organisation, without a server. */
function alone({ model, fetch }: Organisation): Ask {
  return async (request) => {
    const path = new URL(request.url).pathname.slice(new URL(model.baseUrl).pathname.length)
    const [, action] = /^\/_control\/?(.*)$/.exec(path) ?? []
    if (action === undefined) return fetch(request)
    return toResponse(await answerControl(model, wireRequestOf(request, await request.text()), action))
  }
}

test('lets nothing of one organisation be seen in another: each of many at once answers as one alone does', async () => {
  const server = await serve({ port: 0, options })
  try {
    const runs = Array.from({ length: organisations }, async (_, index) => {
      const { organisation } = await server.organisations.create({ name: `org-${index}` })
      const asked = stepsBy(new Random(`steps ${index}`))
      return {
        organisation,
        asked,
        together: await transcript(organisation, asked, (request) => fetch(request)),
      }
    })
    for (const [index, { organisation, asked, together }] of (await Promise.all(runs)).entries()) {
      const { baseUrl } = organisation
      const lone = createOrganisation({
        ...options,
        seed: { ids: options.seed, secrets: `isolation org-${index}` },
        baseUrl,
      })
      expect(await transcript(lone, asked, alone(lone))).toEqual(together)
    }
  } finally {
    await server.close()
  }
})
