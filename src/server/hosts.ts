import { builtin } from './builtin.ts'

/** Whether only this machine reaches a listening address, or the host of a URL. */
export function isLoopback(host: string): boolean {
  const name = hostname(host)
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (name === '::1') return true
  return builtin('node:net').isIPv4(name) && name.startsWith('127.')
}

/** A host for comparison: in lower case, without port, brackets, or the dot of the root. */
export function hostname(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host)
  const bare = bracketed ? bracketed[1]! : isAddress6(host) ? host : host.replace(/:\d*$/, '')
  return bare.toLowerCase().replace(/\.$/, '')
}

/** An IPv6 address without brackets, which would otherwise look like a name and a port. */
function isAddress6(host: string): boolean {
  return host.indexOf(':') !== host.lastIndexOf(':')
}
