import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'vite'

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A name that a file imports from another one. */
export interface Import {
  readonly from: string
  /** The name in the other file; `*` means all. */
  readonly name: string
}

/** A statement with the comment before it. */
export interface Statement {
  readonly node: Node
  readonly text: string
}

/** A file of declarations, as the compiler writes it. */
export interface DeclarationFile {
  readonly statements: readonly Statement[]
  /** Statements by the names that they declare; a function has one for each overload. */
  readonly declared: ReadonlyMap<string, readonly Statement[]>
  readonly imported: ReadonlyMap<string, Import>
  /** The exports, by their outside name: a name of this file, or an import from another. */
  readonly exported: ReadonlyMap<string, string | Import>
  /** The files of which it exports everything. */
  readonly starred: readonly string[]
}

/** Types in public types that nobody outside can create or inspect: they are declared without their parts. */
const opaque: Readonly<Record<string, string>> = {
  '/src/model/org.d.ts':
    '/** What an organisation knows; ours alone. */\nexport declare class Org {\n    private constructor();\n}\n',
}

const known = new Map<string, DeclarationFile>()

/** Reads a file of declarations. */
export function declarationsOf(path: string): DeclarationFile {
  const before = known.get(path)
  if (before) return before
  const file = read(path)
  known.set(path, file)
  return file
}

function read(path: string): DeclarationFile {
  const hidden = Object.keys(opaque).find((end) => path.endsWith(end))
  const text = hidden === undefined ? readFileSync(path, 'utf8') : opaque[hidden]!
  const { body } = parseAst(text, { lang: 'dts' }) as unknown as { body: readonly Node[] }
  const statements = body.map((node, index) => ({
    node,
    text: text.slice(index === 0 ? 0 : body[index - 1]!.end, node.end),
  }))
  const declared = new Map<string, Statement[]>()
  const imported = new Map<string, Import>()
  const exported = new Map<string, string | Import>()
  const starred: string[] = []
  for (const statement of statements) {
    const { node } = statement
    const { type, declaration } = node
    const from = (node.source as { value: string } | null | undefined)?.value
    if (type === 'ExportAllDeclaration' && node.exported) {
      exported.set(nameOf(node.exported), { from: from!, name: '*' })
    } else if (type === 'ExportAllDeclaration') starred.push(from!)
    else if (type === 'ImportDeclaration') {
      for (const each of node.specifiers as readonly Node[])
        imported.set(nameOf(each.local), { from: from!, name: importedName(each) })
    } else if (type === 'ExportNamedDeclaration' && !declaration) {
      for (const each of node.specifiers as readonly Node[]) {
        const local = nameOf(each.local)
        exported.set(nameOf(each.exported), from === undefined ? local : { from, name: local })
      }
    } else {
      for (const name of declaredNames((declaration as Node | undefined) ?? node)) {
        declared.set(name, [...(declared.get(name) ?? []), statement])
        if (declaration) exported.set(type === 'ExportDefaultDeclaration' ? 'default' : name, name)
      }
    }
  }
  return { statements, declared, imported, exported, starred }
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported)
}

function declaredNames(node: Node): readonly string[] {
  if (node.type !== 'VariableDeclaration') return node.id ? [nameOf(node.id)] : []
  return (node.declarations as readonly Node[]).map(({ id }) => nameOf(id))
}

/** The text of an identifier, or of a string in its place. */
export function nameOf(value: unknown): string {
  const { name, value: text } = value as { name?: string; value?: string }
  return name ?? text ?? ''
}

/** The file of declarations that an import of another one means. */
export function targetOf(path: string, from: string): string {
  return resolve(path, '..', from.replace(/\.[jt]sx?$/, '.d.ts'))
}
