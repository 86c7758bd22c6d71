import { listOf, member, objectOf, textOf } from '../json.ts'
import type { RecordedCall } from '../exchange.ts'
import { callOf, headersOfPairs } from './raw-call.ts'

/** Values of variables by their names. Those of the nearest scope come last. */
type Variables = ReadonlyMap<string, string>

/** The scope of an item: its variables, and who calls. */
interface Scope {
  readonly variables: Variables
  readonly auth: unknown
}

/** The variables of a file that Postman exports for an environment or for all collections; undefined for another file. */
export function readEnvironment(document: unknown): Variables | undefined {
  const values = member(document, 'values')
  if (!Array.isArray(values) || member(document, '_postman_variable_scope') === undefined) return undefined
  return variablesOf(values)
}

/**
 * The examples of a Postman collection (2.0 and 2.1), in the order of its folders.
 *
 * @param environment Variables of environments and globals; they win over those of the collection.
 */
export function readPostman(
  document: unknown,
  environment: Variables = new Map(),
): readonly (RecordedCall | undefined)[] | undefined {
  const collection = member(document, 'collection') ?? document
  const schema = textOf(member(collection, 'info', 'schema'))
  if (!/\bpostman\.com|getpostman\.com/.test(schema)) return undefined
  const none: Scope = { variables: new Map(), auth: undefined }
  return examplesIn(collection, none).map(([example, item, scope], index) => {
    const request = requestOf(example, item)
    const { variables, auth } = within(scope, request)
    const fill = filler(new Map([...variables, ...environment]))
    return exampleCall(index + 1, example, request, auth, fill)
  })
}

type Fill = (text: string) => string

/** A call of an example. */
function exampleCall(
  number: number,
  example: unknown,
  request: unknown,
  auth: unknown,
  fill: Fill,
): RecordedCall | undefined {
  const url = addressOf(fill(rawUrl(member(request, 'url') ?? request, fill)))
  const filled = (list: unknown): Record<string, readonly string[]> =>
    headersOfPairs(
      pairsOf(list).map((each) => ({ key: member(each, 'key'), value: fill(textOf(member(each, 'value'))) })),
      'key',
    )
  const body = bodyOf(member(request, 'body'), fill)
  const unset = /\{\{[^{}]*\}\}/.exec(`${decodeURIComponentSafely(url)} ${body ?? ''}`)?.[0]
  return callOf(number, {
    method: member(request, 'method') ?? 'GET',
    url,
    requestHeaders: { ...authorization(auth, fill), ...filled(member(request, 'header')) },
    requestBody: body,
    status: member(example, 'code') ?? undefined,
    headers: headersOfPairs(pairsOf(member(example, 'header')), 'key'),
    body: textOf(member(example, 'body')),
    unread: unset === undefined ? undefined : `nothing in the files sets the variable ${unset}`,
  })
}

function decodeURIComponentSafely(text: string): string {
  return text.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}')
}

/** The request of an example, or else that of its item; some exports have its address alone. */
function requestOf(example: unknown, item: unknown): unknown {
  const request = member(example, 'originalRequest') ?? member(item, 'request')
  return typeof request === 'string' ? { url: request } : request
}

/** The examples of a folder, each with its item and scope. */
function examplesIn(folder: unknown, outer: Scope): readonly (readonly [unknown, unknown, Scope])[] {
  const scope = within(outer, folder)
  return listOf(member(folder, 'item')).flatMap((item) => {
    const own = within(within(scope, item), requestOf(undefined, item))
    const examples = listOf(member(item, 'response')).map((each) => [each, item, own] as const)
    return [...examples, ...examplesIn(item, scope)]
  })
}

/** The scope of a part: its own variables and auth, and those around it. */
function within({ variables, auth }: Scope, part: unknown): Scope {
  const path = variablesOf(member(part, 'url', 'variable'))
  const own = variablesOf(member(part, 'variable'))
  return {
    variables: new Map([
      ...variables,
      ...own,
      ...[...path].map(([name, value]) => [`:${name}`, value] as const),
    ]),
    auth: objectOf(member(part, 'auth')) ?? auth,
  }
}

function variablesOf(list: unknown): Variables {
  return new Map(
    pairsOf(list).flatMap((each) => {
      const name = member(each, 'key') ?? member(each, 'id')
      const value = member(each, 'value')
      const isSet = value !== undefined && value !== null
      return typeof name === 'string' && isSet
        ? [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
        : []
    }),
  )
}

/** Names and values that are in use, from a list of them or from lines of headers. */
function pairsOf(list: unknown): readonly unknown[] {
  if (typeof list === 'string')
    return list.split(/\r?\n/).flatMap((line) => {
      const [, key, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      return key === undefined ? [] : [{ key: key.trim(), value }]
    })
  return listOf(list).filter((each) => member(each, 'disabled') !== true && member(each, 'enabled') !== false)
}

/** Fills variables in, also those in values of others. */
function filler(variables: Variables): Fill {
  return (text) => {
    let filled = text
    for (let depth = 0; depth < 10 && filled.includes('{{'); depth++)
      filled = filled.replaceAll(
        /\{\{\s*([^{}]+?)\s*\}\}/g,
        (whole, name: string) => variables.get(name) ?? whole,
      )
    return filled.replaceAll(/(?<=\/):([\w-]+)(?=[/?#]|$)/g, (whole) => variables.get(whole) ?? whole)
  }
}

/** An address as a text. It comes from its parts where the text has parameters that are out of use. */
function rawUrl(url: unknown, fill: Fill): string {
  if (typeof url === 'string') return url
  const raw = textOf(member(url, 'raw'))
  const query = listOf(member(url, 'query'))
  const isInUse = pairsOf(query).length === query.length
  if (raw !== '' && isInUse) return raw
  const joined = (part: unknown, by: string): string =>
    Array.isArray(part)
      ? part.map((each) => textOf(objectOf(each) ? member(each, 'value') : each)).join(by)
      : textOf(part)
  const host = joined(member(url, 'host'), '.')
  const protocol = textOf(member(url, 'protocol'))
  const port = textOf(member(url, 'port'))
  const base = protocol === '' ? host : `${protocol}://${host}`
  const path = joined(member(url, 'path'), '/').replace(/^\//, '')
  const search = pairsOf(query)
    .map((each) =>
      [member(each, 'key'), member(each, 'value')].map((part) => encoded(fill(textOf(part)))).join('='),
    )
    .join('&')
  return `${base}${port === '' ? '' : `:${port}`}/${path}${search === '' ? '' : `?${search}`}`
}

/** A part of a query; what is encoded already stays as it is. */
function encoded(text: string): string {
  return text.replaceAll(/[^\w%{}.~:@!$'()*,;/?-]/g, encodeURIComponent)
}

/** An address whose base is a variable that no file sets, or that has no scheme. */
function addressOf(raw: string): string {
  const address = raw.replace(/^\{\{[^{}]+\}\}/, 'https://service.example')
  return /^https?:/i.test(address) ? address : `https://${address.replace(/^\/+/, 'service.example/')}`
}

/** The header by which a request is authorised, where its scope says so. */
function authorization(auth: unknown, fill: Fill): Record<string, readonly string[]> {
  const type = textOf(member(auth, 'type'))
  const settings = member(auth, type)
  const value = (name: string): string => {
    const given = Array.isArray(settings)
      ? member(
          settings.find((each) => member(each, 'key') === name),
          'value',
        )
      : member(settings, name)
    return fill(textOf(given))
  }
  if (type === 'bearer') return { authorization: [`Bearer ${value('token')}`] }
  if (type === 'basic')
    return {
      authorization: [`Basic ${Buffer.from(`${value('username')}:${value('password')}`).toString('base64')}`],
    }
  const isHeader = type === 'apikey' && value('in') !== 'query' && value('key') !== ''
  return isHeader ? { [value('key').toLowerCase()]: [value('value')] } : {}
}

/** The text of a body; undefined for one that stands in files elsewhere. */
function bodyOf(body: unknown, fill: Fill): string | undefined {
  if (!objectOf(body) || member(body, 'disabled') === true) return ''
  const mode = textOf(member(body, 'mode'))
  if (mode === 'urlencoded')
    return new URLSearchParams(
      pairsOf(member(body, 'urlencoded')).map((each) => [
        fill(textOf(member(each, 'key'))),
        fill(textOf(member(each, 'value'))),
      ]),
    ).toString()
  if (mode === 'file' || (mode === 'formdata' && pairsOf(member(body, 'formdata')).length > 0))
    return undefined
  return fill(textOf(member(body, 'raw')))
}
