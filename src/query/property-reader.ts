/** Reads the value at a path that was split beforehand; `undefined` where any part of it is missing. */
export type PropertyReader = (record: object) => unknown

type Fields = Readonly<Record<string, unknown>>

/** The reader of a path such as `id`, `profile.login` or `type.id`. */
export function propertyReader(path: string): PropertyReader {
  const [first = '', second, ...rest] = path.split('.')
  if (rest.length > 0 || [first, second].some(isInherited)) return deepReader(path.split('.'))
  if (second === undefined) return (record) => (record as Fields)[first]
  return (record) => {
    const parent = (record as Fields)[first]
    return isFields(parent) ? parent[second] : undefined
  }
}

function deepReader(names: readonly string[]): PropertyReader {
  return (record) => {
    let value: unknown = record
    for (const name of names) {
      if (!isFields(value) || !Object.hasOwn(value, name)) return undefined
      value = value[name]
    }
    return value
  }
}

/** Whether every object has something of this name, such as `constructor`, without being given it. */
function isInherited(name: string | undefined): boolean {
  return name !== undefined && name in Object.prototype
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
