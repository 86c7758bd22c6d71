/**
 * A value that notes which of its members are read, by paths such as `profile.title`; elements of lists together. A
 * value that is written as JSON again is not read: the service ignores most of its members.
 */
export function noting(value: unknown, path: string, places: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (name === 'toJSON' && member === undefined) return () => target
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return member
      if (Array.isArray(target)) return name === 'length' ? member : noting(member, path, places)
      // A proxy must show what cannot change as it is.
      if (Object.getOwnPropertyDescriptor(target, name)?.configurable === false) return member
      const here = path === '' ? name : `${path}.${name}`
      places.add(here)
      return noting(member, here, places)
    },
  })
}

/** Names texts by themselves, and by how often each has come: replies of different operations may be equal. */
export function namesOfTexts(): (text: string) => string {
  const times = new Map<string, number>()
  return (text) => {
    times.set(text, (times.get(text) ?? 0) + 1)
    return `${times.get(text)} ${text}`
  }
}
