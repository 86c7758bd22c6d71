/** The same client without its mistakes. */
const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export async function call(method, path, body) {
  for (let attempt = 0; ; attempt++) {
    let response
    try {
      response = await fetch(path.startsWith('http') ? path : url + path, {
        method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `SSWS ${token}`,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      if (method !== 'GET' || attempt > 3) throw error
      await pause(50)
      continue
    }
    if (attempt > 3) return response
    if (response.status === 429) {
      const by = Date.parse(response.headers.get('date')) / 1000
      await pause(Math.max(0, Number(response.headers.get('x-rate-limit-reset')) - by) * 1000 + 20)
    } else if (response.status === 423 || (response.status === 503 && method === 'GET')) await pause(50)
    else return response
  }
}

async function read(path) {
  const response = await call('GET', path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Reads all pages of a list. */
async function all(path) {
  const found = []
  for (let next = path; next;) {
    const response = await call('GET', next)
    if (!response.ok) throw new Error(`${next}: ${response.status}`)
    found.push(...(await response.json()))
    next = nextOf(response.headers.get('link') ?? '')
  }
  return found
}

function nextOf(header) {
  for (const [, target, parameters] of header.matchAll(/<([^>]*)>((?:\s*;\s*\w+=(?:"[^"]*"|[^",;\s]+))*)/g))
    if (/;\s*rel="?next"?(?:;|$)/.test(parameters)) return target
  return undefined
}

/** Asks again until an answer is there. */
async function until(ask, isThere) {
  for (const end = Date.now() + 5000; ;) {
    const found = await ask()
    if (isThere(found) || Date.now() > end) return found
    await pause(60)
  }
}

export async function createUser(login, profile = {}, activate = false) {
  const given = { firstName: 'Ada', lastName: 'Byron', login, email: login, ...profile }
  const password = { value: 'Tulip-Meadow-42' }
  const response = await call('POST', `/api/v1/users?activate=${activate}`, {
    profile: given,
    credentials: { password },
  })
  const user = await response.json()
  if (activate && response.ok) await settled(user.id)
  return user
}

const settled = (id) =>
  until(
    () => read(`/api/v1/users/${id}`),
    (user) => !user.transitioningToStatus,
  )

export async function createGroup(name) {
  const response = await call('POST', '/api/v1/groups', { profile: { name } })
  if (!response.ok) throw new Error(`group ${name}: ${response.status}`)
  return response.json()
}

export async function memberLogins(groupId) {
  return (await all(`/api/v1/groups/${groupId}/users`))
    .map(({ profile }) => profile.login)
    .toSorted((one, other) => (one < other ? -1 : 1))
}

export async function newestGroup() {
  const groups = await all('/api/v1/groups')
  return groups.toSorted((one, other) => (one.created < other.created ? 1 : -1))[0].profile.name
}

export async function createOnce(login) {
  const created = await createUser(login)
  return (await read(`/api/v1/users/${created.id}`)).id === created.id
}

export async function activatedStatus(id) {
  await call('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=false`)
  return (await settled(id)).status
}

export async function hasAdmins() {
  return (await all('/api/v1/groups?limit=100')).length > 0
}

const known = ['firstName', 'lastName', 'login', 'email', 'mobilePhone', 'secondEmail', 'locale']

export async function columns(id) {
  const { profile } = await read(`/api/v1/users/${id}`)
  return known.filter((name) => (profile[name] ?? null) !== undefined).length
}

export async function recoveryAddress(id) {
  const { profile } = await read(`/api/v1/users/${id}`)
  return profile.secondEmail?.toLowerCase() ?? 'none'
}

export async function nickName(id) {
  const { profile } = await read(`/api/v1/users/${id}`)
  return profile.nickName?.trim() ?? profile.firstName
}

export async function newGroupId(name) {
  return (await createGroup(name)).id
}

export async function allLogins() {
  return (await all('/api/v1/users?limit=2'))
    .map(({ profile }) => profile.login)
    .toSorted((one, other) => (one < other ? -1 : 1))
}

export async function isUnknown(id) {
  const response = await call('GET', `/api/v1/users/${id}`)
  return response.status === 404 && (await response.json()).errorCode === 'E0000007'
}

export async function isTaken(login) {
  const { id } = await createUser(login)
  return id === undefined
}

export async function made(name) {
  const response = await call('POST', '/api/v1/groups', { profile: { name } })
  return response.ok ? (await response.json()).profile.name : undefined
}

export async function suspend(id) {
  return (await call('POST', `/api/v1/users/${id}/lifecycle/suspend`)).status
}

export async function rename(id, name) {
  const response = await call('PUT', `/api/v1/groups/${id}`, { profile: { name, description: null } })
  return (await response.json()).profile?.name
}

export async function groupNames() {
  return (await all('/api/v1/groups?limit=2'))
    .map(({ profile }) => profile.name)
    .toSorted((one, other) => (one < other ? -1 : 1))
}
