/**
 * The permissions of a run beyond creating, changing and removing its own records:
 *
 * - `mail`: calls that make the service send mail. All addresses are under reserved domains, so nobody gets it.
 *   The outbox and reputation of the service still see it.
 * - `me`: writes to the current user: the owner of the token, or the user of the session.
 * - `end-sessions`: ending sessions of the current user, which may end the operator's own.
 */
export const permissions = ['mail', 'me', 'end-sessions'] as const

/** One of the permissions an operator gives with `--allow`. */
export type Permission = (typeof permissions)[number]
