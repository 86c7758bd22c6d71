import { type GivenUser, type Json, a, check } from '../engine/run/check.ts'
import { credentialsLinks } from '../tables/user-links.ts'
import { holding, listUntil, quoted } from './support/find-records.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { usersPath, userPath } from './support/paths.ts'

const noCredentialsLinks = {
  _links: { self: a.object, ...Object.fromEntries(credentialsLinks.map((name) => [name, a.missing])) },
}

function asking(omissions: string): { headers: Record<string, string> } {
  return { headers: { 'Content-Type': `application/json; svc-response=${omissions}` } }
}

function namesOf(links: unknown): string[] {
  return credentialsLinks.filter((name) => Object.hasOwn(Object(links), name))
}

/** Whether there are users, all without credentials. */
function lacksCredentials(users: readonly Json[]): boolean {
  return (
    users.length > 0 && users.every((user) => user?.id !== undefined && !Object.hasOwn(user, 'credentials'))
  )
}

check(
  'the svc-response parameter leaves out credentials and credential links, alone and together',
  {
    judges: [
      'users.omit.credentials',
      'users.omit.links',
      'users.omit.links-others-stay',
      'users.omit.all',
      'users.omit.quoted',
      'users.omit.one-alone',
      'users.omit.unknown',
      'conventions.naming.response-parameter',
    ],
    quick: true,
  },
  async ({ given, api, judge, assume }) => {
    const user = await given.user({ recoveryQuestion: true })
    const full = (await api.control('users.get.ok').get(user.path)).json
    const shown = namesOf(full._links)
    assume('users.credentials.present', full.credentials !== undefined, 'the user is shown with credentials')
    assume('users.links.present', shown.length > 0, 'the user is shown with links of credential operations')
    const { status, created, profile } = full
    const rest = { id: user.id, status, created, profile }
    const noCredentials = { ...rest, credentials: a.missing }
    const noLinks = { ...rest, ...noCredentialsLinks }
    const get = (omissions: string): ReturnType<typeof api.get> => api.get(user.path, asking(omissions))

    const credentials = await get('omitCredentials')
    judge('users.omit.credentials').matches(credentials, noCredentials)
    judge('users.omit.one-alone').matches(credentials, noCredentials)
    judge('users.omit.one-alone').equal(namesOf(credentials.json._links), shown, 'the links stay')

    const links = await get('omitCredentialsLinks')
    judge('users.omit.links').matches(links, noLinks)
    judge('users.omit.links-others-stay').matches(links, { _links: { self: { href: a.string } } })
    judge('users.omit.links-others-stay').equal(
      Object.keys(Object(links.json._links)).toSorted(),
      Object.keys(Object(full._links))
        .filter((name) => !credentialsLinks.includes(name))
        .toSorted(),
      'the other links',
    )
    judge('users.omit.one-alone').matches(links, { ...noLinks, credentials: a.object })

    const heard = [credentials, links]
    for (const all of [
      'omitCredentials,omitCredentialsLinks,omitTransitioningToStatus',
      'omitTransitioningToStatus,omitCredentialsLinks,omitCredentials',
    ]) {
      const reply = await get(all)
      heard.push(reply)
      judge('users.omit.all').matches(reply, {
        ...noCredentials,
        ...noLinks,
        transitioningToStatus: a.missing,
      })
      const inQuotes = await get(`"${all}"`)
      judge('users.omit.quoted').matches(inQuotes, { ...noCredentials, ...noLinks })
    }
    judge('users.omit.quoted').matches(await get('"omitCredentials"'), noCredentials)
    // A service that heeds some of the omissions knows the parameter.
    judge('conventions.naming.response-parameter').ok(
      heard.some(
        ({ json }) => lacksCredentials([json]) || (json.id === user.id && namesOf(json._links).length === 0),
      ),
      'a part is left out',
    )

    for (const unknown of ['omitNothingKnown,omitCredentials', 'omitCredentials,unheardOf']) {
      judge('users.omit.unknown').matches(await get(unknown), noCredentials)
    }
    judge('users.omit.unknown').matches(await get('omitNothingKnown'), { id: user.id, credentials: a.object })
  },
)

check(
  'listed users come without credentials when asked',
  { judges: ['users.omit.credentials-list', 'users.omit.all', 'conventions.naming.response-parameter'] },
  async ({ given, api, judge, poll, assume }) => {
    const user: GivenUser = await given.user({ activate: false })
    const query = { filter: `id eq ${quoted(user.id)}` }
    const full = await listUntil({ api, poll }, query, holding(user))
    assume('users.filter.id', full.items[0]?.credentials !== undefined, 'the user is listed with credentials')
    const lists = []
    for (const [requirement, omissions] of [
      ['users.omit.credentials-list', 'omitCredentials'],
      ['users.omit.all', 'omitCredentials,omitCredentialsLinks,omitTransitioningToStatus'],
    ] as const) {
      const { items } = await api.get(usersPath, { query, ...asking(omissions) })
      lists.push(items)
      judge(requirement).every(items, { id: user.id, profile: { login: user.login }, credentials: a.missing })
    }
    judge('conventions.naming.response-parameter').ok(lists.some(lacksCredentials), 'a part is left out')
  },
)

check(
  'transitioningToStatus is left out when asked',
  { judges: ['users.omit.transitioning'], needs: ['slow-transitions'], alone: true },
  async ({ api, judge, unique, need, assume, poll }) => {
    await need('slow-transitions')
    const reply = await api.control('users.create.ok').post(usersPath, {
      profile: newProfile(unique),
      credentials: { password: { value: unique.password() } },
    })
    const path = userPath(reply.json.id)
    const omitted = await api.get(path, asking('omitTransitioningToStatus'))
    const { json: full } = await api.get(path)
    assume(
      'users.create.transitioning',
      full.transitioningToStatus === 'ACTIVE',
      'the transition is under way',
    )
    judge('users.omit.transitioning').matches(omitted, {
      id: reply.json.id ?? a.string,
      transitioningToStatus: a.missing,
      credentials: a.object,
    })
    // So that the user can be removed.
    await poll.until(
      () => api.get(path),
      ({ json }) => (json.transitioningToStatus ?? null) === null,
    )
  },
)
