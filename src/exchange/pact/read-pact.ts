import { headersOf, isJsonType, levelsOfFile, nests, withoutText } from '../json.ts'
import { queryOf as parametersOf } from './interaction.ts'
import {
  type GeneratorSet,
  type GivenState,
  type Interaction,
  isObject,
  type Json,
  type Matcher,
  type PactFile,
  type PactReply,
  type PactRequest,
  type Rules,
  type RuleSet,
} from './pact-file.ts'

type JsonObject = { readonly [name: string]: Json }

/** Thrown for a file that is not a pact; the message gives the place and the expected value. */
export class PactFileError extends Error {
  override readonly name = 'PactFileError'
}

/**
 * Reads a pact of version 2, 3 or 4 of the Pact specification.
 *
 * @param text The file's JSON.
 * @param source Its source, for messages.
 * @throws PactFileError for a text that is not a pact.
 */
export function readPact(text: string, source: string): PactFile {
  let raw: Json
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, '')) as Json
  } catch (error) {
    throw new PactFileError(`${source}: not JSON: ${withoutText(error as Error)}`)
  }
  if (nests(raw, levelsOfFile))
    throw new PactFileError(`${source}: expected at most ${levelsOfFile} levels of nesting, got more`)
  if (!isObject(raw)) throw new PactFileError(`${source}: expected an object`)
  const fail = (message: string): never => {
    throw new PactFileError(`${source}: ${message}`)
  }
  const version = versionOf(raw)
  if (version < 2 || version > 4) fail(`the Pact specification ${version} is not supported; 2, 3 and 4 are`)
  const { interactions = [] } = raw
  if (!Array.isArray(interactions)) return fail('interactions: expected a list')
  const list = interactions as readonly Json[]
  return {
    source,
    consumer: nameAt(raw, 'consumer') ?? fail('consumer.name: expected a name'),
    provider: nameAt(raw, 'provider') ?? fail('provider.name: expected a name'),
    version,
    interactions: list.flatMap((one, index) => {
      if (!isHttp(one)) return []
      try {
        return [interactionOf(one, version)]
      } catch (error) {
        return fail(`interactions[${index}]: ${(error as Error).message}`)
      }
    }),
    others: [
      ...list.filter((one) => !isHttp(one)),
      ...(Array.isArray(raw.messages) ? (raw.messages as readonly Json[]) : []),
    ].map((one) => (isObject(one) ? plainText(one.description) : '')),
    raw,
  }
}

/** The interactions of a pact that are HTTP, as the file has them. */
export function writtenIn({ raw: { interactions = [] } }: Pick<PactFile, 'raw'>): readonly JsonObject[] {
  return (interactions as readonly Json[]).filter(isHttp)
}

function isHttp(one: Json): one is JsonObject {
  return isObject(one) && (one.type === undefined || one.type === 'Synchronous/HTTP')
}

function interactionOf(raw: JsonObject, version: number): Interaction {
  const { request, response } = raw
  if (!isObject(request)) throw new Error('request: expected an object')
  if (!isObject(response)) throw new Error('response: expected an object')
  return {
    description: plainText(raw.description),
    states: statesOf(raw),
    pending: raw.pending === true,
    request: requestOf(request, version),
    response: replyOf(response, version),
  }
}

function statesOf(raw: JsonObject): readonly GivenState[] {
  const single = raw.providerState ?? raw.provider_state
  if (typeof single === 'string') return single === '' ? [] : [{ name: single, params: {} }]
  if (!Array.isArray(raw.providerStates)) return []
  return (raw.providerStates as readonly Json[]).filter(isObject).map(({ name, params }) => ({
    name: plainText(name),
    params: isObject(params) ? params : {},
  }))
}

function requestOf(raw: JsonObject, version: number): PactRequest {
  const { method, path } = raw
  if (typeof method !== 'string') throw new Error('request.method: expected a method')
  if (typeof path !== 'string') throw new Error('request.path: expected a path')
  return { method: method.toUpperCase(), path, query: queryOf(raw.query), ...messageOf(raw, version) }
}

function replyOf(raw: JsonObject, version: number): PactReply {
  const { status } = raw
  if (status !== undefined && typeof status !== 'number')
    throw new Error('response.status: expected a number')
  return { status: status ?? 200, ...messageOf(raw, version) }
}

function messageOf(raw: JsonObject, version: number): Omit<PactReply, 'status'> {
  const headers = headersOf(raw.headers)
  const { body, contentType } = version === 4 ? wrappedBody(raw.body) : plainBody(raw)
  return {
    headers,
    body,
    contentType: contentType ?? headers['content-type']?.[0],
    rules: version === 2 ? flatRules(raw.matchingRules) : ruleSetOf(raw.matchingRules),
    generators: generatorsOf(raw.generators),
  }
}

type Body = Pick<PactReply, 'body' | 'contentType'>

/** In version 4, an object with the content type contains the body. */
function wrappedBody(body: Json | undefined): Body {
  if (!isObject(body) || !('content' in body)) return { body: undefined, contentType: undefined }
  const { content, contentType, encoded } = body
  const type = typeof contentType === 'string' ? contentType : undefined
  if (typeof content !== 'string' || encoded === 'JSON') return { body: content, contentType: type }
  const text = encoded === 'base64' || encoded === true ? fromBase64(content) : content
  return { body: isJsonType(type) && encoded !== false ? parsed(text) : text, contentType: type }
}

function plainBody(raw: JsonObject): Body {
  return { body: 'body' in raw ? raw.body : undefined, contentType: undefined }
}

function fromBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function queryOf(raw: Json | undefined): Readonly<Record<string, readonly string[]>> {
  if (typeof raw === 'string') return parametersOf(raw)
  const values = (value: Json): readonly Json[] =>
    Array.isArray(value) ? (value as readonly Json[]) : [value]
  return Object.fromEntries(
    Object.entries(isObject(raw) ? raw : {}).map(([name, value]) => [
      name,
      values(value).map((one) => plainText(one)),
    ]),
  )
}

/** Rules of version 2 are in one flat object, each with its full path. */
function flatRules(raw: Json | undefined): RuleSet {
  const none = (): Record<string, Rules> => Object.create(null) as Record<string, Rules>
  const set = { query: none(), header: none(), body: none() } as {
    path?: Rules
    query: Record<string, Rules>
    header: Record<string, Rules>
    body: Record<string, Rules>
  }
  if (!isObject(raw)) return set
  for (const [path, rule] of Object.entries(raw)) {
    if (!isObject(rule)) continue
    const rules: Rules = { combine: 'AND', matchers: [matcherOf(rule)] }
    const [, part = '', rest = ''] =
      /^\$\.?(?:\['?)?(path|query|headers?|body)(?:'?\])?(.*)$/s.exec(path) ?? []
    const name = nameIn(rest)
    if (part === 'path') set.path = rules
    else if (part === 'query') set.query[name] = rules
    else if (part === 'body') set.body[`$${rest}`] = rules
    else if (part !== '') set.header[name.toLowerCase()] = rules
  }
  return set
}

function ruleSetOf(raw: Json | undefined): RuleSet {
  const at = (name: string): JsonObject => (isObject(raw) && isObject(raw[name]) ? raw[name] : {})
  const each = (name: string, keyOf: (key: string) => string = (key) => key): Record<string, Rules> =>
    Object.fromEntries(Object.entries(at(name)).map(([key, rules]) => [keyOf(key), rulesOf(rules)]))
  const path = at('path')
  const status = at('status')
  return {
    ...('matchers' in path ? { path: rulesOf(path) } : {}),
    ...('matchers' in status ? { status: rulesOf(status) } : {}),
    query: each('query', nameIn),
    header: each('header', (key) => nameIn(key).toLowerCase()),
    body: each('body'),
  }
}

/** The name in `limit`, `.limit`, `$.limit`, `['limit']` and `limit[0]`: rules of one of several values are those of all. */
function nameIn(way: string): string {
  const name = way.replace(/\[(?:\d+|\*)\]$/, '').replace(/^\$?\.?/, '')
  return name.replace(/^\['?(.*?)'?\]$/s, '$1')
}

function rulesOf(raw: Json): Rules {
  if (!isObject(raw)) return { combine: 'AND', matchers: [] }
  const { combine, matchers } = raw
  return {
    combine: combine === 'OR' ? 'OR' : 'AND',
    matchers: Array.isArray(matchers) ? (matchers as readonly Json[]).filter(isObject).map(matcherOf) : [],
  }
}

/** Old rules have a value but no type, which follows from the name. */
function matcherOf(raw: JsonObject): Matcher {
  const implied = ['regex', 'timestamp', 'date', 'time', 'min', 'max'].find((name) => name in raw) ?? 'type'
  return { match: implied === 'min' || implied === 'max' ? 'type' : implied, ...raw }
}

function generatorsOf(raw: Json | undefined): GeneratorSet {
  if (!isObject(raw)) return {}
  const { header, ...rest } = raw
  const lower = isObject(header)
    ? Object.fromEntries(Object.entries(header).map(([name, one]) => [name.toLowerCase(), one]))
    : undefined
  return { ...rest, ...(lower ? { header: lower } : {}) } as GeneratorSet
}

function versionOf({ metadata }: JsonObject): number {
  if (!isObject(metadata)) return 2
  for (const name of ['pactSpecification', 'pact-specification']) {
    const specification = metadata[name]
    if (isObject(specification)) return Number.parseInt(plainText(specification.version, '2'), 10)
  }
  const text = metadata.pactSpecificationVersion
  return text === undefined ? 2 : Number.parseInt(plainText(text), 10)
}

function nameAt(raw: JsonObject, role: string): string | undefined {
  const party = raw[role]
  return isObject(party) && typeof party.name === 'string' && party.name !== '' ? party.name : undefined
}

/** A text, number or boolean as text; otherwise the default. */
function plainText(value: Json | undefined, otherwise = ''): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : otherwise
}
