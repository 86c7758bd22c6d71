import type { Api, Reply } from '../../engine/check.ts'

/**
 * Tries a password of a user by the one operation that asks for it and changes nothing else of note: a new
 * recovery question. A success means that the password counts.
 */
export function tryPassword(api: Api, path: string, password: string): Promise<Reply> {
  return api.post(`${path}/credentials/change_recovery_question`, {
    password: { value: password },
    recovery_question: { question: 'Which mark?', answer: 'a tick' },
  })
}
