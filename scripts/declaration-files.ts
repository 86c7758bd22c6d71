import { createHash } from 'node:crypto'
import { declarationsOf, type Import, nameOf, type Node, targetOf } from './build/declarations.ts'

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

/** Everything that an emitted declaration file exports, by name: `Data.Query` for an export under a name. */
export function exportsOf(path: string): readonly Declared[] {
  const { exported, starred } = declarationsOf(path)
  const own = [...exported].flatMap(([name, found]) =>
    typeof found !== 'string' && found.name === '*'
      ? exportsOf(targetOf(path, found.from)).map((each) => within(name, each))
      : [declaredAs(path, name)],
  )
  const others = starred.flatMap((from) => exportsOf(targetOf(path, from)))
  return [...own, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function within(namespace: string, { name, key, text, uses }: Declared): Declared {
  return { name: `${namespace}.${name}`, key, text: `// ${namespace}.${name}\n${text}`, uses }
}

function declaredAs(path: string, exported: string): Declared {
  const { file, name } = sourceOf(path, declarationsOf(path).exported.get(exported)!)
  const statements = declarationsOf(file).declared.get(name) ?? []
  return {
    name: exported,
    key: `${file}#${name}`,
    text: statements.map(({ node, text }) => shown(text.slice(node.start - node.end))).join('\n'),
    uses: statements.flatMap(({ node }) => usesOf(file, node)),
  }
}

function usesOf(file: string, node: Node): Use[] {
  const { declared, imported } = declarationsOf(file)
  return [...namesIn(node)].flatMap((name) => {
    if (!declared.has(name) && !imported.has(name)) return []
    const found = sourceOf(file, name)
    return found.file.startsWith('/') ? [{ name, key: `${found.file}#${found.name}` }] : []
  })
}

/** The file that declares a name in the end. A package stands for itself. */
function sourceOf(file: string, named: string | Import): { readonly file: string; readonly name: string } {
  const imported = typeof named === 'string' ? declarationsOf(file).imported.get(named) : named
  if (!imported) return { file, name: named as string }
  if (!imported.from.startsWith('.')) return { file: imported.from, name: imported.name }
  const target = targetOf(file, imported.from)
  return sourceOf(target, declarationsOf(target).exported.get(imported.name) ?? imported.name)
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
