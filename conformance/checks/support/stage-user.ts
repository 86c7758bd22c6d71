import type { Api, CallOptions, Json, Reply } from '../../engine/run/check.ts'
import { usersPath } from './paths.ts'

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
