/** A path as if the service stood at the root, where it begins with that of the base URL. */
export function pathBelow(path: string, baseUrl: string): string {
  // Base URLs are normalised: the first slash after the authority begins the path, which has none at its end.
  const start = baseUrl.indexOf('/', afterScheme)
  if (start === -1) return path
  const length = baseUrl.length - start
  // One character decides for most paths: the router of organisations has cut them already.
  if (path.charCodeAt(length) !== slash || !path.startsWith(baseUrl.slice(start))) return path
  return path.slice(length)
}

const afterScheme = 'https://'.length
const slash = 47
