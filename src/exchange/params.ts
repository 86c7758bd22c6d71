import { routes } from '../../generated/client-routes.ts'
import { decoded } from '../model/kernel/decoded.ts'

/** The values in the placeholders of an operation's path, below any base path; undefined for an unknown operation. */
export function paramsIn(
  operation: string | undefined,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const [, template] = (routes as Readonly<Record<string, readonly [string, string]>>)[operation ?? ''] ?? []
  if (template === undefined) return undefined
  const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const { groups = {} } = new RegExp(`${pattern}/*$`).exec(path) ?? {}
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decoded(text)]))
}
