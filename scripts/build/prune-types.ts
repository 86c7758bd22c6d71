import { declarationsOf, type Import, nameOf, type Node, type Statement, targetOf } from './declarations.ts'

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
  readonly #kept = new Map<string, Kept>()
  readonly #packages = new Map<string, string>()

  /** Keeps every export of a file, its additions to the types of others, and everything that these need. */
  keepAll(path: string): void {
    const { exported, starred, declared } = declarationsOf(path)
    for (const [name, statements] of declared) if (statements.some(isAugmentation)) this.#keepName(path, name)
    for (const name of exported.keys()) this.#keepExport(path, name)
    for (const from of starred) this.keepAll(targetOf(path, from))
  }

  /** The packages from which kept statements import names, each with the last file that does. */
  get packages(): ReadonlyMap<string, string> {
    return this.#packages
  }

  /** The kept text of each file, by its path. */
  *written(): Generator<readonly [path: string, text: string]> {
    for (const [path, kept] of this.#kept) {
      const parts = declarationsOf(path).statements.flatMap((statement) => this.#part(statement, kept))
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
    const file = declarationsOf(path)
    const kept = this.#keptOf(path)
    const found = file.exported.get(name)
    if (found === undefined) {
      for (const from of file.starred) this.#keepExport(targetOf(path, from), name)
      return
    }
    if (kept.exports.has(name)) return
    kept.exports.add(name)
    if (typeof found === 'string') this.#keepName(path, found)
    else this.#follow(path, found)
  }

  #keepName(path: string, name: string): void {
    const { declared, imported } = declarationsOf(path)
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
    const { declared, imported } = declarationsOf(path)
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
    else if (name === '*') this.keepAll(targetOf(path, from))
    else this.#keepExport(targetOf(path, from), name)
  }

  #keptOf(path: string): Kept {
    const before = this.#kept.get(path)
    if (before) return before
    const now: Kept = { statements: new Set(), imports: new Set(), exports: new Set() }
    this.#kept.set(path, now)
    return now
  }
}

/** Whether a statement adds to types of another file: `declare global`, `declare module 'expect'`. */
function isAugmentation({ node }: Statement): boolean {
  return node.type === 'TSGlobalDeclaration' || (node.type === 'TSModuleDeclaration' && !node.declaration)
}
