import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface Name {
  readonly name?: string
  readonly value?: string
}

/** A name that a file imports from another one, and the statement. */
interface Import {
  readonly from: string
  /** The name in the other file; `*` means all. */
  readonly name: string
}

interface File {
  readonly text: string
  readonly statements: readonly Statement[]
  /** Statements by the names that they declare; a function has one for each overload. */
  readonly declared: ReadonlyMap<string, readonly Statement[]>
  readonly imported: ReadonlyMap<string, Import>
  /** The exports, by their outside name: a name of this file, or an import from another. */
  readonly exported: ReadonlyMap<string, string | Import>
  readonly starred: readonly string[]
}

/** A statement with the comment before it. */
interface Statement {
  readonly node: Node
  readonly text: string
}

/** The parts of a file to keep. */
interface Kept {
  readonly statements: Set<Statement>
  /** The imports in use, and the exports in demand. */
  readonly imports: Set<string>
  readonly exports: Set<string>
}

/**
 * Finds the statements in a folder of declaration files that the exports of entry points need. It keeps a statement
 * that declares such a name, or a name that a kept statement mentions.
 */
export class TypePruner {
  readonly #files = new Map<string, File>()
  readonly #kept = new Map<string, Kept>()
  readonly #packages = new Map<string, string>()

  /** Keeps every export of a file, its additions to the types of others, and everything that these need. */
  keepAll(path: string): void {
    const { exported, starred, declared } = this.#file(path)
    for (const [name, statements] of declared) if (statements.some(isAugmentation)) this.#keepName(path, name)
    for (const name of exported.keys()) this.#keepExport(path, name)
    for (const from of starred) this.keepAll(target(path, from))
  }

  /** The packages from which kept statements import names, each with the last file that does. */
  get packages(): ReadonlyMap<string, string> {
    return this.#packages
  }

  /** The kept text of each file, by its path. */
  *written(): Generator<readonly [path: string, text: string]> {
    for (const [path, kept] of this.#kept) {
      const parts = this.#file(path).statements.flatMap((statement) => this.#part(statement, kept))
      yield [path, `${parts.join('').trim()}\n`]
    }
  }

  #part(statement: Statement, kept: Kept): string[] {
    const { node, text } = statement
    if (kept.statements.has(statement)) return [text]
    if (node.type === 'ExportAllDeclaration') return [text]
    const wanted = node.type === 'ImportDeclaration' ? kept.imports : kept.exports
    const outside = node.type === 'ImportDeclaration' ? 'local' : 'exported'
    const specifiers = (node.specifiers as readonly Node[] | undefined) ?? []
    const left = specifiers.filter((each) => wanted.has(nameOf(each[outside])))
    if (left.length === 0) return []
    if (left.length === specifiers.length) return [text]
    const offset = node.end - text.length
    const [first, last] = [specifiers[0]!, specifiers.at(-1)!]
    const shown = left.map(({ start, end }) => text.slice(start - offset, end - offset)).join(', ')
    return [text.slice(0, first.start - offset) + shown + text.slice(last.end - offset)]
  }

  #keepExport(path: string, name: string): void {
    const file = this.#file(path)
    const kept = this.#keptOf(path)
    const found = file.exported.get(name)
    if (found === undefined) {
      for (const from of file.starred) this.#keepExport(target(path, from), name)
      return
    }
    if (kept.exports.has(name)) return
    kept.exports.add(name)
    if (typeof found === 'string') this.#keepName(path, found)
    else this.#follow(path, found)
  }

  #keepName(path: string, name: string): void {
    const { declared, imported } = this.#file(path)
    const kept = this.#keptOf(path)
    const from = imported.get(name)
    if (from && !kept.imports.has(name)) {
      kept.imports.add(name)
      this.#follow(path, from)
    }
    for (const statement of declared.get(name) ?? []) {
      if (kept.statements.has(statement)) continue
      kept.statements.add(statement)
      this.#keepUsesOf(path, statement)
    }
  }

  #keepUsesOf(path: string, { text }: Statement): void {
    const { declared, imported } = this.#file(path)
    const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [name] of plain.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (declared.has(name) || imported.has(name)) this.#keepName(path, name)
    }
    for (const [, from, name] of plain.matchAll(/import\("([^"]+)"\)\.(\w+)/g)) {
      this.#follow(path, { from: from!, name: name! })
    }
  }

  #follow(path: string, { from, name }: Import): void {
    if (!from.startsWith('.')) this.#packages.set(from, path)
    else if (name === '*') this.keepAll(target(path, from))
    else this.#keepExport(target(path, from), name)
  }

  #keptOf(path: string): Kept {
    const before = this.#kept.get(path)
    if (before) return before
    const now: Kept = { statements: new Set(), imports: new Set(), exports: new Set() }
    this.#kept.set(path, now)
    return now
  }

  #file(path: string): File {
    const known = this.#files.get(path)
    if (known) return known
    const file = read(path)
    this.#files.set(path, file)
    return file
  }
}

/** Types in public types that nobody outside can create or inspect: they are declared without their parts. */
const opaque: Readonly<Record<string, string>> = {
  '/src/model/org.d.ts':
    '/** What an organisation knows; ours alone. */\nexport declare class Org {\n    private constructor();\n}\n',
}

function read(path: string): File {
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
    const from = (node.source as Name | null | undefined)?.value
    if (type === 'ExportAllDeclaration' && node.exported) {
      exported.set(nameOf(node.exported), { from: from!, name: '*' })
    } else if (type === 'ExportAllDeclaration') starred.push(from!)
    else if (type === 'ImportDeclaration') {
      for (const each of node.specifiers as readonly Node[]) {
        imported.set(nameOf(each.local), { from: from!, name: importedName(each) })
      }
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
  return { text, statements, declared, imported, exported, starred }
}

/** Whether a statement adds to types of another file: `declare global`, `declare module 'expect'`. */
function isAugmentation({ node }: Statement): boolean {
  return node.type === 'TSGlobalDeclaration' || (node.type === 'TSModuleDeclaration' && !node.declaration)
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported)
}

function declaredNames(node: Node): readonly string[] {
  if (node.type !== 'VariableDeclaration') return node.id ? [nameOf(node.id)] : []
  return (node.declarations as readonly Node[]).map(({ id }) => nameOf(id))
}

function nameOf(value: unknown): string {
  const { name, value: text } = value as Name
  return name ?? text ?? ''
}

function target(path: string, from: string): string {
  return resolve(path, '..', from.replace(/\.[jt]sx?$/, '.d.ts'))
}
