/**
 * The short name of a login: the part before its first `@`. Its owner may sign in with it while it is unique in the org
 * (Users, Profile, rule 2). A login without `@`, possible once the format is lifted, is its own short name.
 */
export function shortName(login: string): string {
  const at = login.indexOf('@')
  return at === -1 ? login : login.slice(0, at)
}
