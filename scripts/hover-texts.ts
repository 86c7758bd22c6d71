import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import type { z } from 'zod'
import type { Schema } from './markdown.ts'

type Pair = readonly [path: string, text: string]

/** Texts by the path of a member: `findUser`, `findUser.user`. */
type Texts = ReadonlyMap<string, string>

/**
 * Gives members of declared tables their texts as comments. Types that are inferred from a table keep them, and
 * editors show them. So each text stands only where code reads it.
 */
export function hoverTexts(): Plugin {
  return {
    name: 'hover-texts',
    async generateBundle(_, files) {
      const tables = await textsOfTables()
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk' || !file.fileName.endsWith('.d.ts')) continue
        const comments: (readonly [at: number, text: string])[] = []
        for (const node of parseAst(file.code, { lang: 'dts' }).body) {
          // Actions whose answer depends on their input are methods.
          if (node.type === 'TSInterfaceDeclaration' && node.id.name === 'Varied')
            for (const { start, key } of node.body.body as unknown as readonly Node[])
              comments.push([start, tables['controlActions']!.get(key.name!)!])
          for (const { id } of node.type === 'VariableDeclaration' ? node.declarations : []) {
            const texts = id.type === 'Identifier' ? tables[id.name] : undefined
            for (const [path, at] of texts ? membersIn(id) : [])
              if (texts?.has(path)) comments.push([at, texts.get(path)!])
          }
        }
        for (const [at, text] of comments.toReversed())
          file.code = `${file.code.slice(0, at)}/** ${text}. */ ${file.code.slice(at)}`
      }
    },
  }
}

/** The texts of each table, by the name of its declaration. */
async function textsOfTables(): Promise<Readonly<Record<string, Texts>>> {
  const [{ listActions }, { operations }, { operationTexts }, { Group }, { User }, ofOptions] =
    await Promise.all([
      import('../src/server/list-actions.ts'),
      import('../src/contract/operations/index.ts'),
      import('../src/openapi/operation-texts.ts'),
      import('../src/contract/resources/group.ts'),
      import('../src/contract/resources/user.ts'),
      textsOfOptions(),
    ])
  const faults = textsIn(listActions().find(({ name }) => name === 'addFault')!.input as Schema, '')
  const actions = listActions().flatMap(({ name, summary, input }) =>
    textsIn({ ...(input as Schema), description: summary }, name),
  )
  const routes = operations.map(({ name, method, path, source, edition }) => {
    const stated = edition === undefined ? source : `${source}; early access`
    return [name, `${operationTexts[name]} \`${method} ${path}\` (${stated})`] as const
  })
  return {
    controlActions: new Map(actions),
    faultFields: new Map(faults),
    routes: new Map(routes),
    // The types of records are inferred from them.
    Group: textsOfFields(Group().shape),
    User: textsOfFields(User().shape),
    ...ofOptions,
  }
}

/** The texts in a schema. A text of a whole counts, not those of its parts. */
function textsIn({ description, properties = {}, anyOf = [], items }: Schema, path: string): Pair[] {
  const parts = [...anyOf, ...(items ? [items] : [])].map((part) => [path, part] as const)
  const inner = Object.entries(properties).map(
    ([name, property]) => [path === '' ? name : `${path}.${name}`, property] as const,
  )
  const texts = [...parts, ...inner].flatMap(([place, schema]) => textsIn(schema, place))
  return description === undefined ? texts : [...texts, [path, description]]
}

/** The sentences of fields that have one. */
function textsOfFields(shape: z.core.$ZodShape): Texts {
  const texts = Object.entries(shape).flatMap(([name, schema]): Pair[] => {
    const { description } = schema as z.ZodType
    return description === undefined ? [] : [[name, description.replace(/\.$/, '')]]
  })
  return new Map(texts)
}

/** The sentences of options, and the texts of the schemas in them. */
async function textsOfOptions(): Promise<Readonly<Record<string, Texts>>> {
  const [{ flattened, sentenceOf }, organisation, server, { fetchHandlerOptions }, { workerOptions }] =
    await Promise.all([
      import('../src/model/kernel/option.ts'),
      import('../src/model/kernel/org-options.ts'),
      import('../src/server/serve-options.ts'),
      import('../src/server/fetch-handler.ts'),
      import('../src/worker/settings.ts'),
    ])
  const { orgOptions, pageSizeOptions, chosenClientSchema, hookEndpointSchema, seedsSchema } = organisation
  const { serveOptions, organisationsOptions } = server
  const tables = {
    orgOptions,
    pageSizeOptions,
    serveOptions,
    organisationsOptions,
    fetchHandlerOptions,
    workerOptions,
  }
  const texts = Object.entries(tables).map(([name, rows]) => [
    name,
    new Map(flattened(rows).map(({ path, row }) => [path.join('.'), sentenceOf(row)])),
  ])
  const schemas = Object.entries({ chosenClientSchema, hookEndpointSchema, seedsSchema }).map(
    ([name, schema]) => [name, textsOfFields(schema().shape)],
  )
  return Object.fromEntries([...texts, ...schemas]) as Readonly<Record<string, Texts>>
}

/** A node of the syntax tree, as far as this reads it. */
interface Node {
  readonly type?: string
  readonly start: number
  readonly key: { readonly name?: string; readonly value?: string }
  readonly typeName?: { readonly name?: string }
  readonly typeAnnotation: {
    readonly typeAnnotation: { readonly typeArguments?: { readonly params: readonly unknown[] } }
  }
}

/**
 * The members of a declared table by their paths, in the order of the file. The first argument of a row's type has the
 * members of the row.
 */
export function membersIn(node: unknown, path = ''): (readonly [path: string, at: number])[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, start, key, typeName, typeAnnotation } = node as Node
  if (typeName?.name === 'ZodEnum') return []
  if (type !== 'TSPropertySignature') return Object.values(node).flatMap((inner) => membersIn(inner, path))
  const name = key.name ?? key.value
  const place = path === '' ? name! : `${path}.${name}`
  const inside = path === '' ? typeAnnotation.typeAnnotation.typeArguments?.params[0] : typeAnnotation
  return [[place, start], ...membersIn(inside, place)]
}
