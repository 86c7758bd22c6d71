import { codePointLength } from '../../../contract/formats/index.ts'

const separators = /[,._#@-]/

/** Shorter parts do not count, in characters. */
const shortestPart = 4

/**
 * The parts of a login, in lower case, that its owner's password must not contain (Users, Credentials, default
 * password policy). These are the login itself, and its parts of 4 or more characters between `,` `.` `_` `#` `@`
 * `-`.
 *
 * The parent domain does not count: the last label of a domain of two or more. So `jane.doe@corp.example.info` has
 * the parts `jane`, `corp` and `example`. The service's own account of the rule names `com` as the parent of
 * `example.com`, and counts `example`. A domain of one label has no parent.
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
