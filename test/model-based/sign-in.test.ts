import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newUser } from '../support/call.ts'
import {
  type Anything,
  asPublic,
  basic,
  callback,
  client,
  hiddenFields,
  oauthOrg,
  type OAuthOrg,
  pkce,
  sentBack,
  authorizeUrl,
  verifier,
} from '../support/oauth.ts'
import { runs } from '../support/runs.ts'

/**
 * Random flows of two clients and three users against a small model of the rules. No code works twice,
 * no token lives longer than it may, and no scope goes beyond the consent.
 */

const scopeSets = ['openid', 'openid offline_access', 'openid profile offline_access', 'email offline_access']

const index = (max: number) => fc.nat({ max: max - 1 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('authorize' as const),
      user: index(3),
      client: index(2),
      scopes: index(4),
      allow: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('redeem' as const), pick: fc.nat(), by: index(2) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('refresh' as const), pick: fc.nat(), by: index(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke-token' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('revoke-grants' as const), user: index(3), client: index(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('revoke-tokens' as const), user: index(3), client: index(2) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('suspend' as const), user: index(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unsuspend' as const), user: index(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear-sessions' as const), user: index(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop-client' as const), client: index(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('advance' as const), minutes: fc.constantFrom(1, 6, 61) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The outcome of one authorization. */
interface Family {
  readonly user: number
  readonly client: number
  readonly scopes: readonly string[]
  /** It was consented to scope by scope, and ends with any of these. */
  readonly isUnderConsent: boolean
  code: { readonly value: string; readonly until: number; use: 'unused' | 'used' } | undefined
  refresh: string | undefined
  readonly retired: string[]
  access: { readonly value: string; readonly until: number }[]
}

class Model {
  now = 0
  readonly families: Family[] = []
  readonly suspended = new Set<number>()
  readonly stopped = new Set<number>()
  readonly grants = new Set<string>()

  end(family: Family): void {
    family.refresh = undefined
    family.retired.length = 0
    family.access = []
  }

  forget(picked: (family: Family) => boolean): void {
    for (const family of this.families) {
      if (!picked(family)) continue
      this.end(family)
      family.code = undefined
    }
  }
}

class World {
  readonly model = new Model()
  readonly #org: OAuthOrg
  readonly #clients: readonly Anything[]
  readonly #users: readonly string[]

  constructor(org: OAuthOrg, clients: readonly Anything[], users: readonly string[]) {
    this.#org = org
    this.#clients = clients
    this.#users = users
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'authorize':
        return this.#authorize(step)
      case 'redeem':
        return this.#redeem(step.pick, step.by)
      case 'refresh':
        return this.#refresh(step.pick, step.by)
      default:
        return this.#happen(step)
    }
  }

  /** Every access token works exactly if it should. */
  async check(): Promise<void> {
    for (const family of this.model.families) {
      const held = this.model.suspended.has(family.user)
      for (const { value, until } of family.access) {
        const expected = until > this.model.now && !held
        const info = this.#org.control.inspectToken({ token: value })
        expect(info.active, `token of client ${family.client}`).toBe(expected)
        if (info.active)
          expect(info.scope.split(' ').every((scope) => family.scopes.includes(scope))).toBe(true)
      }
    }
  }

  async #authorize({
    user,
    client: at,
    scopes: set,
    allow,
  }: Extract<Step, { do: 'authorize' }>): Promise<void> {
    const { model } = this
    const scopes = scopeSets[set]!.split(' ')
    const { sessionCookie: cookie } = this.#org.control.openSession({ user: this.#users[user]! })
    const url = authorizeUrl(this.#org.at, this.#clients[at].client_id, { scope: scopeSets[set], ...pkce })
    let answer = await this.#org.open(url, { cookie })
    if (model.stopped.has(at)) return expect(answer.status).toBe(400)
    if (model.suspended.has(user)) return expect(answer.headers['location']).toMatch(/^\/signin/)
    const isRequired = at === 1
    const isCovered = scopes.every((scope) => model.grants.has(`${user} ${at} ${scope}`))
    if (isRequired && !isCovered) {
      expect(answer.text).toContain('asks for access')
      const form = { ...hiddenFields(answer), decision: allow ? 'allow' : 'deny' }
      answer = await this.#org.post('authorize', form, { cookie })
      if (!allow) return expect(sentBack(answer)['error']).toBe('access_denied')
      for (const scope of scopes) model.grants.add(`${user} ${at} ${scope}`)
    }
    const { code } = sentBack(answer)
    expect(code).toBeDefined()
    model.families.push({
      user,
      client: at,
      scopes,
      isUnderConsent: isRequired,
      code: { value: code!, until: model.now + 5, use: 'unused' },
      refresh: undefined,
      retired: [],
      access: [],
    })
  }

  async #redeem(pick: number, by: number): Promise<void> {
    const { model } = this
    const open = model.families.filter(({ code }) => code)
    const family = open[pick % open.length]
    if (!family) return
    const code = family.code!
    const form = {
      grant_type: 'authorization_code',
      code: code.value,
      redirect_uri: callback,
      code_verifier: verifier,
    }
    const reply = await this.#token(by, form)
    if (by !== family.client || model.stopped.has(by)) return expect(reply.status).not.toBe(200)
    if (code.use === 'used') {
      // A code that is sent a second time ends all its tokens.
      expect(reply.json.error).toBe('invalid_grant')
      return model.end(family)
    }
    const isHeld = model.suspended.has(family.user)
    if (code.until <= model.now) return expect(reply.json.error).toBe('invalid_grant')
    code.use = 'used'
    if (isHeld) return expect(reply.json.error).toBe('invalid_grant')
    this.#issued(family, reply)
  }

  async #refresh(pick: number, by: number): Promise<void> {
    const { model } = this
    const known = model.families.flatMap((family) =>
      [...(family.refresh === undefined ? [] : [family.refresh]), ...family.retired].map((value) => ({
        family,
        value,
      })),
    )
    const picked = known[pick % known.length]
    if (!picked) return
    const { family, value } = picked
    const reply = await this.#token(by, { grant_type: 'refresh_token', refresh_token: value })
    if (by !== family.client || model.stopped.has(by)) return expect(reply.status).not.toBe(200)
    if (value !== family.refresh) {
      expect(reply.json.error).toBe('invalid_grant')
      return model.end(family)
    }
    if (model.suspended.has(family.user)) return expect(reply.json.error).toBe('invalid_grant')
    this.#issued(family, reply)
  }

  #issued(family: Family, { status, json }: Anything): void {
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.scope.split(' ')).toEqual(family.scopes)
    family.access.push({ value: json.access_token, until: this.model.now + 60 })
    const isRotated = family.refresh !== undefined && family.client === 0
    expect('refresh_token' in json).toBe(family.scopes.includes('offline_access'))
    if (isRotated) {
      expect(json.refresh_token).not.toBe(family.refresh)
      family.retired.push(family.refresh!)
    }
    family.refresh = json.refresh_token
  }

  async #happen(step: Exclude<Step, { do: 'authorize' | 'redeem' | 'refresh' }>): Promise<void> {
    const { model } = this
    const { call, control } = this.#org
    const at = (user: number): string => `/api/v1/users/${this.#users[user]}`
    switch (step.do) {
      case 'revoke-token': {
        const all = model.families.flatMap((family) => family.access.map((token) => ({ family, token })))
        const picked = all[step.pick % all.length]
        if (!picked || model.stopped.has(picked.family.client)) return
        await this.#post('revoke', picked.family.client, { token: picked.token.value })
        if (model.suspended.has(picked.family.user)) return
        picked.family.access = picked.family.access.filter((token) => token !== picked.token)
        return
      }
      case 'revoke-grants':
        await call('DELETE', `${at(step.user)}/clients/${this.#clients[step.client].client_id}/grants`)
        for (const scope of ['openid', 'offline_access', 'profile', 'email']) {
          if (!model.grants.delete(`${step.user} ${step.client} ${scope}`)) continue
          model.forget(
            (family) =>
              family.user === step.user &&
              family.client === step.client &&
              family.isUnderConsent &&
              family.scopes.includes(scope),
          )
        }
        return
      case 'revoke-tokens':
        await call('DELETE', `${at(step.user)}/clients/${this.#clients[step.client].client_id}/tokens`)
        for (const family of model.families) {
          const isConcerned = family.user === step.user && family.client === step.client
          if (isConcerned && family.refresh !== undefined) model.end(family)
        }
        return
      case 'suspend':
        if (!model.suspended.has(step.user)) await call('POST', `${at(step.user)}/lifecycle/suspend`)
        return void model.suspended.add(step.user)
      case 'unsuspend':
        if (model.suspended.has(step.user)) await call('POST', `${at(step.user)}/lifecycle/unsuspend`)
        return void model.suspended.delete(step.user)
      case 'clear-sessions':
        await call('DELETE', `${at(step.user)}/sessions?oauthTokens=true`)
        return model.forget((family) => family.user === step.user)
      case 'stop-client':
        control.setApplication({ application: this.#clients[step.client].client_id, status: 'INACTIVE' })
        model.stopped.add(step.client)
        for (const grant of model.grants) {
          if (grant.split(' ')[1] === String(step.client)) model.grants.delete(grant)
        }
        return model.forget((family) => family.client === step.client)
      case 'advance':
        control.advanceClock({ by: `${step.minutes}m` })
        model.now += step.minutes
    }
  }

  #token(by: number, form: Record<string, string>): Promise<Anything> {
    return this.#post('token', by, form)
  }

  #post(path: string, by: number, form: Record<string, string>): Promise<Anything> {
    const registered = this.#clients[by]
    if (registered.token_endpoint_auth_method !== 'none') return this.#org.post(path, form, basic(registered))
    return this.#org.post(path, { ...form, client_id: registered.client_id })
  }
}

test('random flows of two clients and three users hold to the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const org = await oauthOrg()
      const clients = [await client(org, asPublic), await client(org, { consent_method: 'REQUIRED' })]
      const users = [org.userId]
      while (users.length < 3) {
        const { json } = await org.call('POST', '/api/v1/users', {
          ...newUser(),
          credentials: { password: { value: 'Sup3rsecret' } },
        })
        users.push(json.id)
      }
      const world = new World(org, clients, users)
      for (const each of steps) {
        await world.take(each)
        await world.check()
      }
    }),
    { numRuns: runs(200) },
  )
})
