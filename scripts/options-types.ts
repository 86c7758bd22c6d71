import { z } from 'zod'
import {
  chosenClientSchema,
  hookEndpointSchema,
  orgOptionsSchema,
  pageSizeSchema,
} from '../src/model/kernel/options-schema.ts'
import { organisationsSchema, serveOptionsSchema } from '../src/server/serve-options-schema.ts'
import { commentOf } from './comment.ts'

/**
 * Generates the interfaces of options from their schemas, so that each option and its comment has one source. Types
 * that TypeScript infers from a schema would have no comments.
 */

/** The widest line of a comment, its indentation included. */
const width = 110

/** The source of an interface: its schema, and the types that the schema does not contain, by path. */
interface Made {
  readonly name: string
  readonly comment: string
  readonly schema: z.ZodType
  readonly types?: Readonly<Record<string, string>>
  /** Whether members that may be left out may be undefined, too. */
  readonly mayBeUndefined?: true
}

const orgOptions: readonly Made[] = [
  { name: 'PasswordHookEndpoint', comment: hookEndpointSchema().description!, schema: hookEndpointSchema() },
  { name: 'PageSizeOptions', comment: pageSizeSchema().description!, schema: pageSizeSchema() },
  {
    name: 'ClientOptions',
    comment: chosenClientSchema().description!,
    schema: chosenClientSchema(),
    mayBeUndefined: true,
    types: { jwks: '{ readonly keys: readonly Readonly<Record<string, unknown>>[] | null } | null' },
  },
  {
    name: 'OrgOptions',
    comment:
      'Options of an organisation. Every option has a default for tests. A duration is milliseconds, or a text such as `5m`',
    schema: orgOptionsSchema(),
    types: {
      'clock.start': 'Date | string | number',
      clients: 'readonly ClientOptions[]',
      pageSizes: 'Readonly<Record<string, PageSizeOptions>>',
      passwordHook: 'string | PasswordHookEndpoint | PasswordHook',
    },
  },
]

const organisationsOptions: Made = {
  name: 'OrganisationsOptions',
  comment: 'Options of the further organisations of a server',
  schema: organisationsSchema(),
  types: { world: 'string | Seed', options: 'OrgOptions' },
}

const serveOptions: Made = {
  name: 'ServeOptions',
  comment: 'Options of a server',
  schema: serveOptionsSchema(),
  types: {
    org: 'Organisation',
    options: 'OrgOptions',
    webhook: 'WebhookOptions',
    extend: 'readonly Endpoint[]',
    organisations: 'OrganisationsOptions',
    tls: 'boolean | Certificate',
    onOrganisation: '(made: ServedOrganisation) => void',
    onOrganisationLoaded: '(name: string, organisation: Organisation) => void',
    onHostRefused: '(host: string) => void',
    onError: "(error: unknown, request: Pick<WireRequest, 'method' | 'path'>) => void",
  },
}

/** generated/org-options.ts: the options of an organisation. */
export function renderOrgOptions(): string {
  return `// Made by \`npm run docs\` from src/model/kernel/options-schema.ts.
import type { Duration } from '../src/model/kernel/duration.ts'
import type { PasswordHook } from '../src/model/kernel/password-hook-function.ts'

export type { PasswordHook } from '../src/model/kernel/password-hook-function.ts'

${orgOptions.map(interfaceOf).join('\n')}`
}

/** generated/organisations-options.ts: the options of a server's organisations. */
export function renderOrganisationsOptions(): string {
  return `// Made by \`npm run docs\` from src/server/serve-options-schema.ts.
import type { Seed } from '../src/fixtures/seed/format.ts'
import type { Duration } from '../src/model/kernel/duration.ts'
import type { OrgOptions } from './org-options.ts'

${interfaceOf(organisationsOptions)}`
}

/** generated/serve-options.ts: the options of a server. */
export function renderServeOptions(): string {
  return `// Made by \`npm run docs\` from src/server/serve-options-schema.ts.
import type { WebhookOptions } from '../src/control/webhooks/input.ts'
import type { Endpoint } from '../src/endpoint.ts'
import type { WireRequest } from '../src/handlers/wire.ts'
import type { Organisation } from '../src/organisation.ts'
import type { ServedOrganisation } from '../src/server/organisations/registry.ts'
import type { Certificate } from '../src/server/tls.ts'
import type { OrgOptions } from './org-options.ts'
import type { OrganisationsOptions } from './organisations-options.ts'

${interfaceOf(serveOptions)}`
}

function commented(text: string, indent: string): string {
  return commentOf(`${text}.`, indent, width - indent.length - 7)
}

function interfaceOf({ name, comment, schema, types = {}, mayBeUndefined }: Made): string {
  return `${commented(comment, '')}export interface ${name} ${membersOf(schema, types, '', '', mayBeUndefined)}\n`
}

function membersOf(
  schema: z.ZodType,
  types: Readonly<Record<string, string>>,
  path: string,
  indent: string,
  mayBeUndefined = false,
): string {
  const lines = Object.entries((schema as z.ZodObject).shape).map(([key, member]) => {
    const at = path === '' ? key : `${path}.${key}`
    const inner = `${indent}  `
    const type = types[at] ?? typeOf(member as z.ZodType, types, at, inner)
    const optional = (member as z.ZodType).safeParse(undefined).success ? '?' : ''
    // Members of elements of lists stay undefined where they are parsed as such.
    const orUndefined = mayBeUndefined && optional ? ' | undefined' : ''
    const { description } = member as z.ZodType
    return `${description === undefined ? '' : commented(description, inner)}${inner}readonly ${key}${optional}: ${type}${orUndefined}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** The TypeScript type of the input of a schema. */
function typeOf(
  schema: z.ZodType,
  types: Readonly<Record<string, string>>,
  path: string,
  indent: string,
): string {
  const { def } = schema as unknown as { readonly def: Definition }
  const inside = (inner: z.ZodType): string => typeOf(inner, types, path, indent)
  switch (def.type) {
    case 'optional':
      return inside(def.innerType)
    case 'nullable':
      return `${inside(def.innerType)} | null`
    // Only durations have another type after parsing.
    case 'pipe':
      return 'Duration'
    case 'union':
      return def.options.map(inside).join(' | ')
    case 'enum':
      return Object.values(def.entries)
        .map((value) => `'${value}'`)
        .join(' | ')
    case 'array': {
      const element = inside(def.element)
      return element.includes('|') ? `readonly (${element})[]` : `readonly ${element}[]`
    }
    case 'record':
      return `Readonly<Record<string, ${inside(def.valueType)}>>`
    case 'object':
      return membersOf(schema, types, path, indent)
    case 'string':
    case 'number':
    case 'boolean':
      return def.type
    default:
      throw new Error(`${path}: say its type in scripts/options-types.ts, a schema of ${def.type} does not`)
  }
}

/** The parts of zod's internal definition that are read here. */
type Definition =
  | { readonly type: 'optional' | 'nullable'; readonly innerType: z.ZodType }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: 'array'; readonly element: z.ZodType }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'pipe' | 'object' | 'string' | 'number' | 'boolean' | 'custom' | 'date' | 'unknown' }
