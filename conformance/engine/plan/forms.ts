import type { Api } from '../run/api.ts'
import type { Unique } from '../supply/given-types.ts'
import type { Json, Reply } from '../wire/reply.ts'
import { type Denial, lacksRights } from './rights.ts'

/**
 * The form of the users of a run. An administrator may have changed the password policy or the login format. A profile
 * may also need more properties (Users, Profile and Credentials).
 */
export interface Forms {
  /**
   * A login with one of three placeholders for a name of the run. `{name}`: any name; `{plain}`: letters and digits
   * only; `{digits}`: digits only.
   */
  login: string
  /** A password, with `{random}` where twelve small letters go. */
  password: string
  /** Further properties of every profile, in addition to login, email, firstName and lastName. */
  profile: Readonly<Record<string, Json>>
}

/** Forms that meet the default policy, and most others: long, with every kind of character. */
export const usualForms: Forms = { login: '{name}@example.com', password: 'Kx-{random}_7Q', profile: {} }

/** Passwords to propose where the usual one is refused: a longer one, and one of letters and digits. */
const otherPasswords = ['Kx-{random}_7Q.vB!{random}+m9Z*4830T', 'Kx{random}7Q']

/** Why users, or passwords, cannot be made at all. */
export type FormDenial = Denial & { readonly passwords: boolean }

/** The result of proposing forms. */
export interface FormFinding {
  /** The finding as a sentence; undefined if the target takes the usual forms. */
  readonly found?: string
  readonly denial?: FormDenial
}

/**
 * Finds logins and passwords that the target takes, by creating users that stay STAGED. `forms` is changed to
 * what was taken.
 *
 * @param fixed what the target profile states, and is not tried otherwise.
 */
export async function findForms(
  { api, unique }: { readonly api: Api; readonly unique: Unique },
  forms: Forms,
  fixed: Partial<Forms>,
): Promise<FormFinding> {
  const create = (withPassword: boolean): Promise<Reply> =>
    api.post(
      '/api/v1/users',
      {
        profile: newProfile(unique),
        ...(withPassword ? { credentials: { password: { value: unique.password() } } } : {}),
      },
      { query: { activate: false } },
    )
  const usual = await create(true)
  if (!mayBePolicy(usual)) return {}
  const { login, password } = forms
  const logins = fixed.login === undefined ? [login, ...(await otherLogins(api, login))] : [login]
  const takenLogin = await firstTaken(logins, (each) => {
    forms.login = each
    return create(false)
  })
  if (takenLogin === undefined) {
    forms.login = login
    return { denial: denialOf('no user of the proposed forms', usual, 'login', false) }
  }
  const passwords = fixed.password === undefined ? [password, ...otherPasswords] : [password]
  const takenPassword = await firstTaken(passwords, (each) => {
    forms.password = each
    return create(true)
  })
  if (takenPassword === undefined) {
    forms.password = password
    return { denial: denialOf('no user with a password of the proposed forms', usual, 'password', true) }
  }
  const parts = [
    ...(takenLogin === login ? [] : [`logins like ${takenLogin}`]),
    ...(takenPassword === password ? [] : [`passwords like ${takenPassword}`]),
  ]
  if (parts.length === 0) return {}
  return {
    found: `the target refuses users of the usual form (${usual.status}) and takes ${parts.join(' and ')}`,
  }
}

/** Whether a refusal may come from a setting of an administrator. */
function mayBePolicy({ status }: Reply): boolean {
  return status >= 400 && status < 500 && !lacksRights(status) && ![404, 405, 415, 429].includes(status)
}

/** Names of a run, from the most telling to the plainest. */
const names = ['{name}', '{plain}', '{digits}'] as const

/** How many logins are proposed at most. */
const maxLogins = 16

/**
 * Logins like those of existing users, the owner of the token first: with their domain or their first word. Then logins
 * without a domain, without signs, and of digits only.
 */
async function otherLogins(api: Api, usual: string): Promise<string[]> {
  const own = await api.get('/api/v1/users/me')
  const others = await api.get('/api/v1/users', { query: { limit: 20 } })
  const known = [own.json, ...others.items]
    .map((user: Json) => user?.profile?.login as unknown)
    .filter((login) => typeof login === 'string')
  const domains = known.flatMap((login) =>
    login
      .split('@')
      .slice(1, 2)
      .map((domain) => `@${domain}`),
  )
  const heads = known.flatMap((login) => /^[a-z]{1,12}[-_.](?=[^@]*(@|$))/i.exec(login)?.[0] ?? [])
  const tails = [...domains, '', '@example.com']
  const proposed = [
    ...domains.map((domain) => `{name}${domain}`),
    ...names,
    ...heads.flatMap((head) => tails.map((tail) => `${head}{plain}${tail}`)),
    ...domains.flatMap((domain) => names.slice(1).map((name) => name + domain)),
    ...names.slice(1).map((name) => `${name}@example.com`),
  ]
  return [...new Set(proposed)].filter((each) => each !== usual).slice(0, maxLogins)
}

async function firstTaken(
  candidates: readonly string[],
  create: (candidate: string) => Promise<Reply>,
): Promise<string | undefined> {
  for (const candidate of candidates) if ((await create(candidate)).status < 300) return candidate
  return undefined
}

function denialOf(what: string, usual: Reply, name: string, passwords: boolean): FormDenial {
  return {
    why: `the target takes ${what} (${usual.status}): an administrator may have set another`,
    hint: `Say what a ${name} looks like there. (target.yaml: accounts: { ${name}: … })`,
    passwords,
  }
}

/** The properties that every profile needs by default, with a unique login and e-mail, and `more`. */
export function newProfile(
  unique: Unique,
  more: Readonly<Record<string, Json>> = {},
): Record<string, Json> & { readonly login: string; readonly email: string } {
  const login: string = typeof more['login'] === 'string' ? more['login'] : unique.login()
  // If logins are not addresses, the user gets a separate address.
  const email: string = login.endsWith('@example.com') ? login : unique.email()
  return { ...unique.names(), email, login, ...more }
}

/** The settings of a confidential web client (Clients, Client Application). */
export const webClient = {
  redirect_uris: ['https://client.example.com/callback'],
  response_types: ['code'],
  application_type: 'web',
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic',
} as const
