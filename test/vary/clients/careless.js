/** A client of the service with ordinary mistakes, one in each function. */
import { fetch } from './fetch.js'

const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env

export async function call(method, path, body) {
  return fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `SSWS ${token}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const read = async (path) => (await call('GET', path)).json()

export async function createUser(login, profile = {}, activate = false) {
  const given = { firstName: 'Ada', lastName: 'Byron', login, email: login, ...profile }
  const password = { value: 'Tulip-Meadow-42' }
  const response = await call('POST', `/api/v1/users?activate=${activate}`, {
    profile: given,
    credentials: { password },
  })
  return response.json()
}

export async function createGroup(name) {
  const response = await call('POST', '/api/v1/groups', { profile: { name } })
  if (!response.ok) throw new Error(`group ${name}: ${response.status}`)
  return response.json()
}

/** Takes the first page for the list. */
export async function memberLogins(groupId) {
  return (await read(`/api/v1/groups/${groupId}/users`))
    .map(({ profile }) => profile.login)
    .toSorted((one, other) => (one < other ? -1 : 1))
}

/** Takes the last one of the list for the newest. */
export async function newestGroup() {
  return (await read('/api/v1/groups?limit=200')).at(-1).profile.name
}

/** Searches for what it has just written. */
export async function createOnce(login) {
  const created = await createUser(login)
  const query = encodeURIComponent(`profile.login eq "${login}"`)
  const [found] = await read(`/api/v1/users?search=${query}`)
  return found.id === created.id
}

/** Takes the activation for done. */
export async function activatedStatus(id) {
  await call('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=false`)
  return (await read(`/api/v1/users/${id}`)).status
}

/** Gives up at the first 429. */
export async function hasAdmins() {
  const response = await call('GET', '/api/v1/groups?limit=100')
  if (response.status === 429) throw new Error('limited')
  return (await response.json()).length > 0
}

/** Knows which members there are. */
export async function columns(id) {
  return Object.keys((await read(`/api/v1/users/${id}`)).profile).length
}

/** Takes a member that is absent for a value. */
export async function recoveryAddress(id) {
  const { profile } = await read(`/api/v1/users/${id}`)
  return profile.secondEmail === null ? 'none' : profile.secondEmail.toLowerCase()
}

/** Takes a member that is null for a value. */
export async function nickName(id) {
  const { profile } = await read(`/api/v1/users/${id}`)
  return 'nickName' in profile ? profile.nickName.trim() : profile.firstName
}

/** Knows how ids look. */
export async function newGroupId(name) {
  const { id } = await createGroup(name)
  if (!/^00g\w{17}$/.test(id)) throw new Error(`no id of a group: ${id}`)
  return id
}

/** Builds the next page itself. */
export async function allLogins() {
  const found = []
  for (let after; ;) {
    const response = await call('GET', `/api/v1/users?limit=2${after ? `&after=${after}` : ''}`)
    found.push(...(await response.json()).map(({ profile }) => profile.login))
    const next = /<([^>]*)>; *(?:[^,<]*; *)?rel="?next/.exec(response.headers.get('link') ?? '')?.[1]
    if (!next) return found.toSorted((one, other) => (one < other ? -1 : 1))
    after = /after=([\w.-]+)(?=&|$)/.exec(next)[1]
  }
}

/** Compares the text of an error. */
export async function isUnknown(id) {
  const response = await call('GET', `/api/v1/users/${id}`)
  return (await response.json()).errorSummary.startsWith('Not found: Resource not found')
}

/** Relies on a code that is not stated. */
export async function isTaken(login) {
  const { errorCode } = await createUser(login)
  return errorCode === 'E0000001'
}

/** Takes one status for success. */
export async function made(name) {
  const response = await call('POST', '/api/v1/groups', { profile: { name } })
  return response.status === 200 ? (await response.json()).profile.name : undefined
}

/** Uses a link that need not be there. */
export async function suspend(id) {
  const { _links: links } = await read(`/api/v1/users/${id}`)
  return (await call('POST', new URL(links.suspend.href).pathname)).status
}

/** Sends back the whole object. */
export async function rename(id, name) {
  const group = await read(`/api/v1/groups/${id}`)
  group.profile.name = name
  const response = await call('PUT', `/api/v1/groups/${id}`, group)
  return (await response.json()).profile?.name
}

/** Reads the Link header by its form. */
export async function groupNames() {
  const found = []
  let next = '/api/v1/groups?limit=2'
  while (next) {
    const response = await call('GET', next)
    found.push(...(await response.json()).map(({ profile }) => profile.name))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link'))?.[1]
  }
  return found.toSorted((one, other) => (one < other ? -1 : 1))
}
