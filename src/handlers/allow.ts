/** The methods of a resource, for `Allow`: HEAD goes with GET, and OPTIONS is answered everywhere (RFC 9110, 9.3). */
export function allowHeader(methods: readonly string[]): { readonly Allow: string } {
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return { Allow: [...all, 'OPTIONS'].join(', ') }
}

/** The answer to OPTIONS, which needs no credentials: the methods that a resource has. */
export function optionsReply(methods: readonly string[]) {
  return { status: 204, headers: allowHeader(methods), body: '' }
}
