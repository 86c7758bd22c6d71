/**
 * What a run may do beyond creating, changing and removing records of its own:
 *
 * - `mail`: calls that make the service send mail (all addresses are under reserved domains, so that
 *   nobody gets it, but the service's own outbox and reputation see it);
 * - `me`: writes to the current user: the owner of the token, or the user of the session;
 * - `end-sessions`: ending sessions of the current user, which may end the operator's own.
 */
export const permissions = ['mail', 'me', 'end-sessions'] as const

/** One of the permissions an operator gives with `--allow`. */
export type Permission = (typeof permissions)[number]
