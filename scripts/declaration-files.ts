import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseAst } from 'vite'

/** A name that a declaration file declares or re-exports. */
export interface Use {
  readonly name: string
  /** The file and the name in it: the same for every way that leads to it. */
  readonly key: string
}

/** An export of an entry. */
export interface Declared extends Use {
  /** Its declaration, without comments. */
  readonly text: string
  /** Our types that its declaration names. */
  readonly uses: readonly Use[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface File {
  readonly text: string
  /** Declarations by name; a function has one for each overload. */
  readonly declarations: ReadonlyMap<string, readonly Node[]>
  /** Names from other files, by the name here. */
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>
  /** Names here by the name outside. */
  readonly exports: ReadonlyMap<string, string>
  /** Files whose exports stand under one name: `export type * as Data`. */
  readonly namespaces: ReadonlyMap<string, string>
}

/** Reads emitted declaration files for an API report. */
export class DeclarationFiles {
  readonly #files = new Map<string, File>()

  /** Everything that a file exports, by name: `Data.Query` for an export under a name. */
  exportsOf(path: string): readonly Declared[] {
    const { exports, namespaces } = this.#file(path)
    return [
      ...[...exports.keys()].toSorted().map((name) => this.#declared(path, name)),
      ...[...namespaces].flatMap(([namespace, from]) =>
        this.exportsOf(declarationFile(path, from)).map(({ name, key, text, uses }) => ({
          name: `${namespace}.${name}`,
          key,
          text: `// ${namespace}.${name}\n${text}`,
          uses,
        })),
      ),
    ]
  }

  #declared(path: string, exported: string): Declared {
    const { file, name } = this.#resolve(path, this.#file(path).exports.get(exported)!)
    const { text, declarations } = this.#file(file)
    const nodes = declarations.get(name) ?? []
    return {
      name: exported,
      key: `${file}#${name}`,
      text: nodes.map((node) => shown(text.slice(node.start, node.end))).join('\n'),
      uses: nodes.flatMap((node) => this.#usesOf(file, node)),
    }
  }

  #usesOf(file: string, node: Node): Use[] {
    const { declarations, imports } = this.#file(file)
    return [...namesIn(node)].flatMap((name) => {
      if (!declarations.has(name) && !imports.has(name)) return []
      const found = this.#resolve(file, name)
      return found.file.startsWith('/') ? [{ name, key: `${found.file}#${found.name}` }] : []
    })
  }

  /** The file that declares a name in the end. A package stands for itself. */
  #resolve(file: string, name: string): { readonly file: string; readonly name: string } {
    const imported = this.#file(file).imports.get(name)
    if (!imported) return { file, name }
    if (!imported.from.startsWith('.')) return { file: imported.from, name: imported.name }
    const target = declarationFile(file, imported.from)
    return this.#resolve(target, this.#file(target).exports.get(imported.name) ?? imported.name)
  }

  #file(path: string): File {
    const known = this.#files.get(path)
    if (known) return known
    const file = read(path)
    this.#files.set(path, file)
    return file
  }
}

function declarationFile(path: string, from: string): string {
  return resolve(dirname(path), from.replace(/\.[jt]s$/, '.d.ts'))
}

function read(path: string): File {
  const text = readFileSync(path, 'utf8')
  const { body } = parseAst(text, { lang: 'dts' }) as unknown as { body: readonly Node[] }
  const declarations = new Map<string, Node[]>()
  const imports = new Map<string, { from: string; name: string }>()
  const exports = new Map<string, string>()
  const namespaces = new Map<string, string>()
  const declare = (outer: Node, declaration: Node, isExported: boolean): void => {
    for (const name of declaredNames(declaration)) {
      declarations.set(name, [...(declarations.get(name) ?? []), outer])
      if (isExported) exports.set(name, name)
    }
  }
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      for (const each of node.specifiers as readonly Node[]) {
        imports.set(nameOf(each.local), {
          from: valueOf(node.source),
          name: nameOf(each.imported ?? each.local),
        })
      }
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      declare(node, node.declaration as Node, true)
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const each of node.specifiers as readonly Node[]) {
        const [local, exported] = [nameOf(each.local), nameOf(each.exported)]
        if (node.source) imports.set(`${exported} from`, { from: valueOf(node.source), name: local })
        exports.set(exported, node.source ? `${exported} from` : local)
      }
    } else if (node.type === 'ExportAllDeclaration' && node.exported) {
      namespaces.set(nameOf(node.exported), valueOf(node.source))
    } else declare(node, node, false)
  }
  return { text, declarations, imports, exports, namespaces }
}

function declaredNames(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration') {
    return (node.declarations as readonly Node[]).map(({ id }) => nameOf(id))
  }
  return node.id ? [nameOf(node.id)] : []
}

/** The names of types in a declaration. */
function namesIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, typeName, expression, superClass } = value as Node
    if (type === 'TSTypeReference') names.add(firstName(typeName))
    if (type === 'TSInterfaceHeritage') names.add(firstName(expression))
    if (superClass) names.add(firstName(superClass))
    for (const member of Object.values(value)) visit(member)
  }
  visit(node)
  return names
}

function firstName(value: unknown): string {
  const node = value as Node
  return node.type === 'TSQualifiedName' ? firstName(node.left) : nameOf(node)
}

function nameOf(value: unknown): string {
  const { name, value: text } = value as { name?: string; value?: string }
  return name ?? text ?? ''
}

function valueOf(value: unknown): string {
  return (value as { value: string }).value
}

/** A longer text is cut and represented by its hash: the types of the specification's tables contain all their data. */
const longest = 5000

function shown(text: string): string {
  const plain = withoutComments(text)
  if (plain.length <= longest) return plain
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 12)
  return `${plain.slice(0, plain.indexOf('\n', 200))}\n  // … ${plain.split('\n').length} lines in all, ${hash}\n}`
}

/** Declarations contain no text that looks like a comment, except URLs, which are in comments. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/[ \t]*\/\*\*[\s\S]*?\*\/\n?/g, '')
    .replaceAll(/\n{2,}/g, '\n')
    .replace(/^export (?:declare )?/, '')
    .replaceAll('    ', '  ')
    .trim()
}
