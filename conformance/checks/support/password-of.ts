import type { Api, Reply } from '../../engine/run/check.ts'
import { Blocked } from '../../engine/run/interruption.ts'

/**
 * Tries a password of a user by setting a new recovery question. The call asks for the password and changes nothing
 * else of importance. A success means that the password is valid.
 */
export async function tryPassword(api: Api, path: string, password: string): Promise<Reply> {
  const reply = await api.post(`${path}/credentials/change_recovery_question`, {
    password: { value: password },
    recovery_question: { question: 'Which mark?', answer: 'a tick' },
  })
  return notLockedOut(api, path, reply)
}

/** Tries an answer to the recovery question of a user; the right one sets a password. */
export async function tryAnswer(api: Api, path: string, answer: unknown, password: string): Promise<Reply> {
  const reply = await api.post(`${path}/credentials/forgot_password`, {
    password: { value: password },
    recovery_question: { answer },
  })
  return notLockedOut(api, path, reply)
}

/** The API description does not say what locks a user out: one wrong guess may, and then every guess fails. */
async function notLockedOut(api: Api, path: string, reply: Reply): Promise<Reply> {
  if (reply.status < 400) return reply
  if ((await api.get(path)).json.status !== 'LOCKED_OUT') return reply
  throw new Blocked(
    'the target locks a user out after a wrong password or answer, so that no other can be tried',
    undefined,
    'Let the administrator allow a few wrong passwords.',
  )
}
