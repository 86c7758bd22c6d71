/** A path as if the service stood at the root, where it begins with that of the base URL. */
export function pathBelow(path: string, baseUrl: string): string {
  const prefix = basePath(baseUrl)
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/** The path of a base URL, without a trailing slash; empty where it stands at the root. */
function basePath(baseUrl: string): string {
  // Base URLs are normalised: the first slash after the authority begins the path.
  const start = baseUrl.indexOf('/', 'https://'.length)
  return start === -1 ? '' : baseUrl.slice(start)
}
