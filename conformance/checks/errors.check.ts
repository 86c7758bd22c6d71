import { a, check, type Reply } from '../engine/run/check.ts'
import { anyText } from '../tables/forms.ts'
import { fullSettings } from './support/clients.ts'
import { clientsPath, groupsPath, rulesPath, usersPath } from './support/paths.ts'

check(
  'refusals outside the client endpoints carry the five parts of a platform-style body',
  {
    judges: [
      'errors.platform.code',
      'errors.platform.summary',
      'errors.platform.link-is-code',
      'errors.platform.id',
      'errors.platform.causes',
    ],
  },
  async ({ given, api, judge, unique }) => {
    const staged = await given.user({ activate: false })
    const group = await given.group()
    await api.control('users.get.ok').get(staged.path)
    await api.control('groups.get.ok').get(group.path)

    const refusals: Reply[] = [
      await api.get(`/api/v1/users/${unique.unknownId()}`),
      await api.get(`/api/v1/groups/${unique.unknownId()}`),
      await api.get(`/api/v1/groups/rules/${unique.unknownId()}`),
      await api.put(`${group.path}/users/${unique.unknownId()}`),
      await api.post(`${staged.path}/lifecycle/suspend`),
      await api.post(`${staged.path}/lifecycle/unsuspend`),
      await api.post(`${staged.path}/lifecycle/reactivate`, undefined, { query: { sendEmail: false } }),
      await api.post(groupsPath, {}),
      await api.post(rulesPath, {}),
      await api.post(usersPath, {}, { query: { activate: false } }),
    ]

    for (const { json, ...refused } of refusals) {
      const where = `${refused.request.method} ${refused.request.path}`
      const reply: Reply = { ...refused, json }
      judge('errors.platform.code').refused(reply)
      judge('errors.platform.code').on(reply).like(json.errorCode, a.string, `errorCode of ${where}`)
      judge('errors.platform.summary').on(reply).like(json.errorSummary, anyText, `errorSummary of ${where}`)
      judge('errors.platform.link-is-code')
        .on(reply)
        .equal(json.errorLink, json.errorCode ?? 'the errorCode', `errorLink of ${where}`)
      judge('errors.platform.id').on(reply).like(json.errorId, anyText, `errorId of ${where}`)
      judge('errors.platform.causes').on(reply).like(json.errorCauses, a.array, `errorCauses of ${where}`)
    }
  },
)

check(
  'refusals of client endpoints carry an OAuth-style body, and those of newSecret a platform-style one',
  { judges: ['errors.oauth.error', 'errors.oauth.description', 'errors.platform.new-secret'] },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    const { client_name: _name, ...nameless } = fullSettings(client.json)
    await api.control('clients.update.ok').put(client.path, fullSettings(client.json))
    await api.control('clients.new-secret.ok').post(`${client.path}/lifecycle/newSecret`)

    const unknown = `/oauth2/v1/clients/${unique.unknownId()}`
    const refusals = [
      await api.get(unknown),
      await api.delete(unknown),
      await api.put(client.path, nameless),
      await api.post(clientsPath, nameless),
    ]
    for (const refused of refusals) {
      const where = `${refused.request.method} ${refused.request.path}`
      judge('errors.oauth.error').refused(refused)
      judge('errors.oauth.error').on(refused).like(refused.json.error, a.string, `error of ${where}`)
      judge('errors.oauth.description')
        .on(refused)
        .like(refused.json.error_description, anyText, `error_description of ${where}`)
    }
    const secretless = await api.post(`${unknown}/lifecycle/newSecret`)
    judge('errors.platform.new-secret').platformError(secretless, 404, 'E0000007')
    judge('errors.platform.new-secret').on(secretless).like(secretless.json, {
      errorSummary: anyText,
      errorLink: 'E0000007',
      errorId: anyText,
      errorCauses: a.array,
    })
  },
)
