const basePaths = new Map<string, string>()

/** The path of a base URL, without a trailing slash; empty where it stands at the root. */
function basePath(baseUrl: string): string {
  let path = basePaths.get(baseUrl)
  if (path === undefined) {
    path = new URL(baseUrl).pathname.replace(/\/$/, '')
    basePaths.set(baseUrl, path)
  }
  return path
}

/** A path as if the service stood at the root, where it begins with that of the base URL. */
export function pathBelow(path: string, baseUrl: string): string {
  const prefix = basePath(baseUrl)
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}
