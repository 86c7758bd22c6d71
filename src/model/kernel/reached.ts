/** An address of a server, and the address by which the client of a request reached it instead. */
export interface Reached {
  readonly home: string
  readonly asked: string
}

let present: () => Reached | undefined = () => undefined

/** Lets base URLs follow requests. Only a server knows the request that is under way. */
export function followRequests(of: () => Reached | undefined): void {
  present = of
}

/** How the client of the request under way reached its server, if that is not the address of the server. */
export function reachedNow(): Reached | undefined {
  return present()
}

/** An address, as a client reaches it: by default, the client of the request under way. */
export function reached(url: string, at: Reached | undefined = present()): string {
  if (!at || !(url === at.home || url.startsWith(`${at.home}/`))) return url
  return at.asked + url.slice(at.home.length)
}
