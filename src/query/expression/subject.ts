/** Whom an expression is asked about: a user's profile and the groups the user is in. */
export interface ExpressionSubject {
  /** The profile: what `user.department` reads. An attribute that is not in it is null. */
  readonly user: Readonly<Record<string, unknown>>
  isMember(groupId: string): boolean
  /** The names of the groups that the user is in, from every source. */
  groupNames(): Iterable<string>
}
