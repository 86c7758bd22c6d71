import type { Api, CallOptions, Json, Reply, Unique } from '../../engine/run/check.ts'

/** The properties that every create needs by default, with a unique login and e-mail, and `more`. */
export function newProfile(unique: Unique, more: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  const login = unique.login()
  const email = login.endsWith('@example.com') ? login : unique.email()
  return { login, email, ...unique.names(), ...more }
}

/**
 * Creates a user that stays STAGED, so that no mail is sent. Unlike `given.user` it does not block the check when the
 * create is refused: it returns the reply for a judgement.
 */
export function stageUser(
  api: Api,
  profile: Json,
  more: Readonly<Record<string, Json>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  const query = { activate: false, ...options.query }
  return api.post('/api/v1/users', { profile, ...more }, { ...options, query })
}

/** The path of a user by id, login or short name. */
export function userPath(reference: unknown): string {
  return `/api/v1/users/${encodeURIComponent(String(reference))}`
}

/**
 * Reads a user back from the reply to its create. For a refused create it returns the reply again, so that the check
 * still reaches the later clauses.
 */
export async function readBack(api: Api, created: Reply): Promise<Reply> {
  return created.status < 300 ? api.get(userPath(created.json.id)) : created
}
