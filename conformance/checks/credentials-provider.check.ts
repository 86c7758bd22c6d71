import { a, check } from '../engine/run/check.ts'
import { sha256 } from './support/credentials.ts'
import { newProfile } from '../engine/supply/new-records.ts'
import { usersPath, userPath } from './support/paths.ts'

const types = ['SVC', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT']

check(
  'the credentials of every user show where they are kept',
  {
    judges: [
      'credentials.provider.present',
      'credentials.provider.type',
      'credentials.provider.name',
      'conventions.naming.provider',
    ],
  },
  async ({ given, api, judge }) => {
    const own = await given.user()
    const kept = { credentials: { provider: { type: 'SVC' } } }
    judge('conventions.naming.provider').like(own.json, kept)
    judge('conventions.naming.provider').matches(await api.get(own.path), kept)
    const users = [
      own,
      await given.user({ activate: false, password: false }),
      await given.user({ activate: false, credentials: { password: { hash: sha256 } } }),
    ]
    for (const { id, path } of users) {
      const read = await api.get(path)
      judge('credentials.provider.present').matches(read, {
        id,
        credentials: { provider: { type: a.string } },
      })
      const provider: unknown = read.json.credentials?.provider
      judge('credentials.provider.type')
        .on(read)
        .like(provider, { type: a.oneOf(...types) }, 'the provider')
      const { name = null } = Object(provider)
      judge('credentials.provider.name').matches(read, { credentials: { provider: a.object } })
      judge('credentials.provider.name')
        .on(read)
        .ok(name === null || typeof name === 'string', 'the name is text or null', name)
    }
  },
)

for (const method of ['POST', 'PUT'] as const) {
  check(
    `a provider sent in a ${method} of a user is not taken over`,
    { judges: ['credentials.provider.read-only'] },
    async ({ given, api, judge }) => {
      const user = await given.user({ activate: false })
      const provider = { type: 'LDAP', name: 'elsewhere' }
      await api.request(method, user.path, { profile: user.profile, credentials: { provider } })
      judge('credentials.provider.read-only').matches(await api.get(user.path), {
        id: user.id,
        credentials: { provider: { type: 'SVC' } },
      })
    },
  )
}

for (const [requirement, type] of [
  ['credentials.provider.federation', 'FEDERATION'],
  ['credentials.provider.social', 'SOCIAL'],
] as const) {
  check(
    `a user of the provider ${type} carries it, and has no password and no recovery question`,
    {
      judges: [requirement, 'credentials.provider.federated-no-password'],
      needs: ['federation'],
      quick: type === 'FEDERATION',
    },
    async ({ api, judge, unique }) => {
      const credentials = { provider: { type, name: type } }
      const created = await api.post(
        usersPath,
        { profile: newProfile(unique), credentials },
        { query: { provider: true, activate: false } },
      )
      judge(requirement).matches(created, { credentials: { provider: { type } } })
      judge('credentials.provider.federated-no-password').success(created)
      const read = await api.get(userPath(created.json.id))
      judge(requirement).matches(read, { credentials: { provider: { type } } })
      judge('credentials.provider.federated-no-password').matches(read, {
        id: created.json.id,
        credentials: { provider: a.object, password: a.nothing, recovery_question: a.nothing },
      })
    },
  )
}
