/** A session in which people sign in, consent to clients and read long lists, as an application has them. */
import type { createOrg } from '../../src/index.ts'
import { type Deployment, type Exchanged, recorderOf } from './session.ts'

type Org = ReturnType<typeof createOrg>

const users = '/api/v1/users'
const groups = '/api/v1/groups'
const password = 'Very-Secret-77'

/** Records pages, sessions, grants and refresh tokens. Sign-ins and consents happen behind the API. */
export async function personalSession({ control }: Org, deployment: Deployment): Promise<Exchanged[]> {
  const { call, exchanges } = recorderOf(deployment)
  const person = (name: string) => ({
    profile: {
      firstName: name,
      lastName: 'Lind',
      email: `${name}@people.example`,
      login: `${name}@people.example`,
    },
    credentials: { password: { value: password } },
  })
  /** Reads a list to its end, page by page, by the `Link` header. */
  const pages = async (path: string): Promise<void> => {
    for (let next: string | undefined = path, count = 0; next !== undefined && count < 9; count++) {
      await call('GET', next)
      const link = exchanges.at(-1)!.headers.filter(([name]) => name === 'link')
      next = /<https?:\/\/[^/]*([^>]*)>; rel="next"/.exec(link.join())?.[1]
    }
  }

  const ids: string[] = []
  for (const name of ['adaeze', 'bertil', 'cleo', 'dorothea', 'emeka'])
    ids.push(String((await call('POST', users, person(name))).json?.id))
  for (const name of ['Kilns', 'Glazes', 'Wheels']) await call('POST', groups, { profile: { name } })
  await pages(`${users}?limit=2`)
  await pages(
    `${users}?limit=2&search=${encodeURIComponent('profile.lastName eq "Lind"')}&sortBy=profile.firstName`,
  )
  await pages(`${groups}?limit=2`)
  await call('GET', `${users}?after=not-a-cursor`)

  const [ada = '', ben = ''] = ids
  const client = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Pottery shop',
    redirect_uris: ['https://shop.example/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
  })
  const clientId = String(client.json?.client_id)
  control.grantConsent({ user: ada, client: clientId, scopes: ['openid', 'profile', 'kilns.read'] })
  await control.issueTokens({ user: ada, client: clientId, scopes: ['openid', 'offline_access'] })
  await control.issueTokens({ user: ada, client: clientId, scopes: ['offline_access', 'email'] })
  await call('GET', `${users}/${ada}/clients`)
  await pages(`${users}/${ada}/grants?limit=2`)
  const consents = await call('GET', `${users}/${ada}/clients/${clientId}/grants?expand=scope`)
  const grantId = String(consents.json?.[0]?.id)
  await call('GET', `${users}/${ada}/grants/${grantId}`)
  await call('DELETE', `${users}/${ada}/grants/${grantId}`)
  await call('GET', `${users}/${ada}/grants/${grantId}`)
  await call('GET', `${users}/${ada}/grants`)
  const tokens = `${users}/${ada}/clients/${clientId}/tokens`
  const issued = await call('GET', tokens)
  const tokenId = String(issued.json?.[0]?.id)
  await call('GET', `${tokens}/${tokenId}?expand=scope`)
  await call('DELETE', `${tokens}/${tokenId}`)
  await call('GET', `${tokens}/${tokenId}`)
  await call('DELETE', tokens)
  await call('GET', tokens)
  await call('DELETE', `${users}/${ada}/clients/${clientId}/grants`)
  await call('GET', `${users}/${ada}/clients`)

  // The browser signs in, and the page calls for the signed-in user.
  const signIn = async (name: string, secret: string) => {
    const { json } = await call('POST', '/api/v1/authn', {
      username: `${name}@people.example`,
      password: secret,
    })
    return `sid=${json?.sessionToken}`
  }
  const cookie = await signIn('adaeze', password)
  const other = await signIn('bertil', password)
  const me = (method: string, path: string, body?: unknown, own = cookie) =>
    call(method, `${users}/me${path}`, body, { cookie: own })
  await me('GET', '')
  await me('GET', '', undefined, other)
  await me('POST', '', { profile: { nickName: 'Ada' } })
  await me('GET', '/groups')
  await me('GET', '/grants')
  await call('GET', `${users}/${ada}`)
  await me('POST', '/credentials/change_password', {
    oldPassword: { value: 'Wrong-One-11' },
    newPassword: { value: 'Another-88-Xy' },
  })
  await me('POST', '/credentials/change_password', {
    oldPassword: { value: password },
    newPassword: { value: 'Another-88-Xy' },
  })
  await me('POST', '/lifecycle/delete_sessions', { keepCurrent: true })
  await me('GET', '')
  await call('POST', `${users}/me/lifecycle/delete_sessions`)
  await call('DELETE', `${users}/${ada}/sessions`)
  await me('GET', '')
  await me('POST', '/lifecycle/delete_sessions')
  await me('POST', '/lifecycle/delete_sessions', { keepCurrent: false }, other)
  await me('GET', '', undefined, other)

  for (let attempt = 0; attempt < 11; attempt++)
    await call('POST', '/api/v1/authn', { username: 'bertil@people.example', password: 'Wrong' })
  await call('GET', `${users}/${ben}`)
  await call('POST', `${users}/${ben}/lifecycle/unlock`)
  await call('GET', `${users}/${ben}`)
  return exchanges
}
