import { codePointLength } from '../../../contract/formats/index.ts'

const separators = /[,._#@-]/

/** A part of fewer characters does not count. */
const shortestPart = 4

/**
 * What a password must not contain of its owner's login, in lower case: the login itself, and its parts when
 * split on `,` `.` `_` `#` `@` `-`, of which only those of 4 or more characters count (Users, Credentials,
 * default password policy).
 *
 * The parent domain, which does not count, is taken to be the last label of a domain of two or more:
 * `jane.doe@corp.example.info` has the parts `jane`, `corp` and `example`. The service's own account of the rule
 * names `com` as the parent of `example.com` and counts `example`. A domain of one label has no parent.
 */
export function usernameParts(login: string): string[] {
  const whole = login.toLowerCase()
  const parts = withoutParentDomain(whole).split(separators)
  const counting = parts.filter((part) => codePointLength(part) >= shortestPart)
  return [...new Set([whole, ...counting])].filter((part) => part !== '')
}

function withoutParentDomain(login: string): string {
  const at = login.lastIndexOf('@')
  const dot = login.lastIndexOf('.')
  return at !== -1 && dot > at ? login.slice(0, dot) : login
}
