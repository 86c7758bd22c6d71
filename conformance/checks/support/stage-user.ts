import type { Api, CallOptions, Json, Reply, Unique } from '../../engine/run/check.ts'
import { usersPath } from './paths.ts'

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
  return api.post(usersPath, { profile, ...more }, { ...options, query })
}
