/** A session with a deployment, as a client would have it, and its recording in the forms that recorders write. */
import { gzipSync } from 'node:zlib'

/** A call and its reply, as they were on the wire. */
export interface Exchanged {
  readonly at: string
  readonly method: string
  readonly url: string
  readonly requestHeaders: Record<string, string>
  readonly requestBody: string
  readonly status: number
  readonly headers: [string, string][]
  readonly body: string
}

/** Where a session calls. */
export interface Deployment {
  readonly baseUrl: string
  readonly apiToken: string
  readonly fetch: (request: Request) => Promise<Response>
}

type Reply = { status: number; json: any } // oxlint-disable-line typescript/no-explicit-any

/** The credentials of a call: an API token, or the cookie of a person. Default: the token of the administrator. */
type Caller = string | { readonly cookie: string }

/** Calls a deployment, and records the requests and replies. */
export function recorderOf({ baseUrl, apiToken, fetch }: Deployment): {
  readonly call: (method: string, path: string, body?: unknown, caller?: Caller) => Promise<Reply>
  readonly exchanges: Exchanged[]
} {
  const exchanges: Exchanged[] = []
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    caller: Caller = apiToken,
  ): Promise<Reply> => {
    const requestHeaders = {
      accept: 'application/json',
      ...(typeof caller === 'string' ? { authorization: `SSWS ${caller}` } : caller),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const requestBody = body === undefined ? '' : JSON.stringify(body)
    const url = `${baseUrl}${path}`
    const response = await fetch(
      new Request(url, {
        method,
        headers: requestHeaders,
        ...(requestBody === '' ? {} : { body: requestBody }),
      }),
    )
    const text = await response.text()
    const at = response.headers.get('date') ?? new Date().toUTCString()
    exchanges.push({
      at: new Date(at).toISOString(),
      method,
      url,
      requestHeaders,
      requestBody,
      status: response.status,
      headers: [...response.headers],
      body: text,
    })
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {}
    return { status: response.status, json }
  }
  return { call, exchanges }
}

/** Calls most operations, right and wrong, and records the requests and replies. */
export async function recordedSession(deployment: Deployment): Promise<Exchanged[]> {
  const { call, exchanges } = recorderOf(deployment)
  const users = '/api/v1/users'
  const groups = '/api/v1/groups'
  const profileOf = (name: string) => ({
    firstName: name,
    lastName: 'Okafor-Lind',
    email: `${name.toLowerCase()}@people.example`,
    login: `${name.toLowerCase()}@people.example`,
  })
  const password = { value: 'Very-Secret-77' }

  const ada = await call('POST', `${users}?activate=true`, {
    profile: profileOf('Adaeze'),
    credentials: { password, recovery_question: { question: 'First street?', answer: 'Almond lane' } },
  })
  const ben = await call('POST', users, { profile: profileOf('Bendegúz'.replace('ú', 'u')) })
  const cleo = await call('POST', `${users}?activate=false`, { profile: profileOf('Cleodora') })
  await call('POST', users, { profile: { ...profileOf('Cleodora'), email: 'no mail' } })
  await call('POST', users, { profile: { firstName: 'Nobody' } })
  await call('POST', users, { profile: profileOf('Dorothea'), credentials: { password: { value: 'short' } } })
  const [a, b, c] = [ada, ben, cleo].map(({ json }) => String(json?.id)) as [string, string, string]
  await call('GET', `${users}/${a}`)
  await call('GET', `${users}/adaeze@people.example`)
  await call('GET', `${users}/00uNobodyHasThisId00`)
  await call('GET', users)
  await call('GET', `${users}?limit=1`)
  await call('GET', `${users}?q=Cleo`)
  await call('GET', `${users}?filter=${encodeURIComponent('status eq "STAGED"')}`)
  await call('GET', `${users}?search=${encodeURIComponent('profile.lastName eq "Okafor-Lind"')}`)
  await call('GET', `${users}?search=${encodeURIComponent('profile.lastName xx')}`)
  await call('POST', `${users}/${a}`, { profile: { nickName: 'Ada' } })
  await call('PUT', `${users}/${b}`, { profile: { ...profileOf('Bendeguz'), department: 'Kilns' } })
  await call('GET', `${users}/${b}`)

  const kiln = await call('POST', groups, { profile: { name: 'Kiln keepers', description: 'They fire.' } })
  const glaze = await call('POST', groups, { profile: { name: 'Glaze mixers' } })
  await call('POST', groups, { profile: { name: 'Kiln keepers' } })
  const [kilnId, glazeId] = [kiln, glaze].map(({ json }) => String(json?.id)) as [string, string]
  await call('GET', `${groups}/${kilnId}`)
  await call('GET', groups)
  await call('GET', `${groups}?q=Kiln`)
  await call('PUT', `${groups}/${kilnId}`, { profile: { name: 'Kiln masters' } })
  await call('PUT', `${groups}/${kilnId}/users/${a}`)
  await call('PUT', `${groups}/${kilnId}/users/${b}`)
  await call('GET', `${groups}/${kilnId}/users`)
  await call('GET', `${users}/${a}/groups`)
  await call('DELETE', `${groups}/${kilnId}/users/${b}`)
  await call('GET', `${groups}/${kilnId}/users`)
  await call('GET', `${groups}/${kilnId}/apps`)

  const rule = await call('POST', `${groups}/rules`, {
    type: 'group_rule',
    name: 'Kilns mix',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department=="Kilns"' } },
    actions: { assignUserToGroups: { groupIds: [glazeId] } },
  })
  const ruleId = String(rule.json?.id)
  await call('POST', `${groups}/rules/${ruleId}/lifecycle/activate`)
  await call('GET', `${groups}/rules/${ruleId}`)
  await call('GET', `${groups}/rules`)
  await call('GET', `${groups}/${glazeId}/users`)
  await call('POST', `${groups}/rules/${ruleId}/lifecycle/deactivate`)
  await call('DELETE', `${groups}/rules/${ruleId}`)
  await call('GET', `${groups}/rules/${ruleId}`)
  await call('DELETE', `${groups}/${glazeId}`)

  const lifecycle = (id: string, step: string) => call('POST', `${users}/${id}/lifecycle/${step}`)
  await lifecycle(b, 'suspend')
  await lifecycle(a, 'suspend')
  await call('GET', `${users}/${a}`)
  await lifecycle(a, 'unsuspend')
  await lifecycle(a, 'unlock')
  await lifecycle(b, 'reactivate?sendEmail=false')
  await lifecycle(c, 'activate?sendEmail=false')
  await call('GET', `${users}/${c}`)
  await lifecycle(a, 'activate?sendEmail=false')
  await lifecycle(a, 'reset_factors')
  await call('POST', `${users}/${a}/credentials/change_password`, {
    oldPassword: { value: 'Not-The-One-1' },
    newPassword: { value: 'Another-Secret-88' },
  })
  await call('POST', `${users}/${a}/credentials/change_password`, {
    oldPassword: password,
    newPassword: { value: 'Another-Secret-88' },
  })
  await call('POST', `${users}/${a}/credentials/change_recovery_question`, {
    password: { value: 'Another-Secret-88' },
    recovery_question: { question: 'Second street?', answer: 'Quince road' },
  })
  await call('POST', `${users}/${a}/credentials/forgot_password?sendEmail=false`)
  await call('POST', `${users}/${a}/credentials/forgot_password`, {
    password: { value: 'Third-Secret-99' },
    recovery_question: { answer: 'Quince road' },
  })
  await lifecycle(a, 'expire_password')
  await lifecycle(a, 'reset_password?sendEmail=false')
  await call('GET', `${users}/${a}`)
  await call('DELETE', `${users}/${a}/sessions`)
  await call('GET', `${users}/${a}/appLinks`)
  await call('GET', `${users}/${a}/grants`)
  await call('GET', `${users}/${a}/clients`)

  const client = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Pottery shop',
    redirect_uris: ['https://shop.example/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
  })
  const clientId = String(client.json?.client_id)
  await call('GET', `/oauth2/v1/clients/${clientId}`)
  await call('GET', '/oauth2/v1/clients')
  await call('POST', `/oauth2/v1/clients/${clientId}/lifecycle/newSecret`)
  await call('POST', '/oauth2/v1/clients', { redirect_uris: [] })
  await call('DELETE', `/oauth2/v1/clients/${clientId}`)
  await call('GET', `/oauth2/v1/clients/${clientId}`)

  await call('GET', `${users}/${a}`, undefined, 'not-a-token')
  await lifecycle(b, 'deactivate')
  await call('GET', `${users}/${b}`)
  await call('DELETE', `${users}/${b}`)
  await call('GET', `${users}/${b}`)
  await call('DELETE', `${groups}/${kilnId}`)
  await call('GET', '/api/v1/apps')
  return exchanges
}

/** The recording as an HTTP archive. */
export function harOf(exchanges: readonly Exchanged[]): string {
  const pairs = (headers: Iterable<[string, string]>) =>
    [...headers].map(([name, value]) => ({ name, value }))
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      entries: exchanges.map((each) => ({
        startedDateTime: each.at,
        time: 12,
        request: {
          method: each.method,
          url: each.url,
          headers: pairs(Object.entries(each.requestHeaders)),
          ...(each.requestBody === ''
            ? {}
            : { postData: { mimeType: 'application/json', text: each.requestBody } }),
        },
        response: {
          status: each.status,
          headers: pairs(each.headers),
          content: {
            mimeType: 'application/json',
            encoding: 'base64',
            text: Buffer.from(each.body).toString('base64'),
          },
        },
      })),
    },
  })
}

/** The recording as Polly keeps it: an HTTP archive, with compressed replies in chunks as they came. */
export function pollyOf(exchanges: readonly Exchanged[]): string {
  const { log } = JSON.parse(harOf(exchanges)) as { log: { entries: Entry[] } }
  for (const [index, { request, response }] of log.entries.entries()) {
    const compressed = gzipSync(exchanges[index]!.body)
    const chunks = [compressed.subarray(0, 7), compressed.subarray(7)]
    response.headers.push({ name: 'content-encoding', value: 'gzip' })
    response.content.text = JSON.stringify(chunks.map((chunk) => chunk.toString('base64')))
    for (const header of request.headers) Object.assign(header, { _fromType: 'array' })
  }
  return JSON.stringify({ log: { _recordingName: 'calls', ...log, pages: [] } })
}

interface Entry {
  readonly request: { readonly headers: object[] }
  readonly response: { readonly headers: object[]; readonly content: { text: string } }
}

function linesOf(headers: Iterable<[string, string]>): Record<string, string[]> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, [value]]))
}

/** The recording as a cassette of go-vcr. */
export function goVcrOf(exchanges: readonly Exchanged[]): unknown {
  return {
    version: 2,
    interactions: exchanges.map((each, id) => ({
      id,
      request: {
        body: each.requestBody,
        headers: linesOf(Object.entries(each.requestHeaders)),
        url: each.url,
        method: each.method,
      },
      response: {
        body: each.body,
        headers: linesOf(each.headers),
        status: `${each.status} Some`,
        code: each.status,
        duration: '91.5ms',
      },
    })),
  }
}

/** The recording as a cassette of vcrpy. */
export function vcrPyOf(exchanges: readonly Exchanged[]): unknown {
  return {
    interactions: exchanges.map((each) => ({
      request: {
        body: each.requestBody === '' ? null : each.requestBody,
        headers: linesOf(Object.entries(each.requestHeaders)),
        method: each.method,
        uri: each.url,
      },
      response: {
        body: { string: each.body },
        headers: linesOf(each.headers),
        status: { code: each.status, message: 'Some' },
      },
    })),
    version: 1,
  }
}

/** The recording as a cassette of vcr for Ruby. */
export function rubyVcrOf(exchanges: readonly Exchanged[]): unknown {
  return {
    http_interactions: exchanges.map((each) => ({
      request: {
        method: each.method.toLowerCase(),
        uri: each.url,
        body: { encoding: 'UTF-8', string: each.requestBody },
        headers: linesOf(Object.entries(each.requestHeaders)),
      },
      response: {
        status: { code: each.status, message: 'Some' },
        headers: linesOf(each.headers),
        body: { encoding: 'ASCII-8BIT', base64_string: Buffer.from(each.body).toString('base64') },
        http_version: null,
      },
      recorded_at: each.at,
    })),
    recorded_with: 'VCR 6.1.0',
  }
}

/** The recording as fixtures of nock. */
export function nockOf(exchanges: readonly Exchanged[]): unknown {
  return exchanges.map((each) => ({
    scope: `${new URL(each.url).origin}:443`,
    method: each.method,
    path: each.url.slice(new URL(each.url).origin.length),
    body: each.requestBody === '' ? '' : (JSON.parse(each.requestBody) as unknown),
    status: each.status,
    response: each.body === '' ? '' : (JSON.parse(each.body) as unknown),
    rawHeaders: each.headers.flat(),
    reqheaders: each.requestHeaders,
  }))
}

/** The recording as a Postman collection, with an example for each call. */
export function postmanOf(exchanges: readonly Exchanged[]): unknown {
  const base = new URL(exchanges[0]!.url).origin
  const headersOf = (headers: Iterable<[string, string]>) =>
    [...headers].map(([key, value]) => ({ key, value }))
  return {
    info: {
      name: 'Calls',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'base', value: base }],
    item: [
      {
        name: 'A folder',
        item: exchanges.map((each) => ({
          name: each.url,
          request: { method: each.method, url: each.url },
          response: [
            {
              originalRequest: {
                method: each.method,
                header: headersOf(Object.entries(each.requestHeaders)),
                body: { mode: 'raw', raw: each.requestBody },
                url: { raw: `{{base}}${each.url.slice(base.length)}` },
              },
              code: each.status,
              header: headersOf(each.headers),
              body: each.body,
            },
          ],
        })),
      },
    ],
  }
}
