import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { entryPoints } from '../../tsdown.config.ts'

const seenFrom = (file: string, name: string): string => createRequire(file).resolve(name)
const typesChecker = seenFrom(
  seenFrom(import.meta.url, '@arethetypeswrong/cli/package.json'),
  '@arethetypeswrong/core',
)
// Of a compiler that can be asked about symbols: TypeScript 7 cannot yet.
const ts = createRequire(typesChecker)('typescript')

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The sources of the entry points that have types. */
const sources: Readonly<Record<string, string>> = entryPoints
const entries = Object.entries(packageJson.exports).flatMap(([name, target]) => {
  if (typeof target !== 'object') return []
  const { types } = 'require' in target ? target.default : target
  const built = types.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1')
  return [[name, root + sources[built]!.replace(/\.tsx?$/, '')] as const]
})

/** Types whose members people write out and read in hover texts. */
const shown =
  /(?:Options|Matchers|Fixtures|Kit|Server|SharedOrg|OrganisationInput|Record|Token|Mapping|Session|Success|Failure|Body|Hooks|HookEvents|Control)$|^(?:Built\w+|Shown\w+|User\w*|Mail|Client|ClientOperations|Organisation|OrgData|OrgEvents?|DataCollection|DataQuery|AppAssignment\w*|Fault|FaultSpec|\w+Entry|Exchange|RecordChange|Test(?:Clock|Outbox)|MountedConsole|ServiceError)$/

/** Types that signatures name, and whose members nobody reads there. */
const inside: ReadonlySet<string> = new Set(['UserRecord', 'Exchange'])

test('every export has a hover text, and so has every member of the types that people write out', () => {
  const program = ts.createProgram(
    entries.flatMap(([, file]) => [`${file}.ts`, `${file}.tsx`].filter((each) => existsSync(each))),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      jsx: ts.JsxEmit.Preserve,
      noLib: true,
      types: [],
    },
  )
  const checker = program.getTypeChecker()
  const silent = new Set<string>()
  const seen = new Set<string>()
  for (const [, file] of entries) {
    const source = program.getSourceFile(`${file}.ts`) ?? program.getSourceFile(`${file}.tsx`)
    const open = exportsOf(checker, checker.getSymbolAtLocation(source))
    const isPublic = new Set(open)
    for (const symbol of open) {
      const own = (symbol.declarations ?? []).filter(
        (each: { getSourceFile(): { fileName: string } }) =>
          !each.getSourceFile().fileName.includes('/node_modules/'),
      )
      if (own.length === 0) continue
      // A signature may name types that are not exported: their members are shown as well.
      for (const declaration of own)
        for (const named of namedIn(checker, declaration))
          if (shown.test(named.name) && !inside.has(named.name) && !open.includes(named)) open.push(named)
      if (isPublic.has(symbol)) seen.add(symbol.name)
      if (isPublic.has(symbol) && !own.some(isExplained)) silent.add(symbol.name)
      if (!shown.test(symbol.name)) continue
      for (const declaration of own) {
        for (const member of declaration.members ?? declaration.type?.members ?? []) {
          const name = member.name?.getText() as string | undefined
          if (name === undefined || name.startsWith('#')) continue
          seen.add(`${symbol.name}.${name}`)
          if (!isExplained(member)) silent.add(`${symbol.name}.${name}`)
        }
      }
    }
  }
  expect(seen.size).toBeGreaterThan(450)
  expect([...silent]).toEqual([])
})

/** The types that a declaration names. */
// oxlint-disable-next-line typescript/no-explicit-any -- a compiler that is no dependency of ours
function namedIn(checker: any, node: any): any[] {
  const name = node.typeName ?? (ts.isExpressionWithTypeArguments(node) ? node.expression : undefined)
  const found = name && checker.getSymbolAtLocation(name)
  const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  const inner: unknown[] = []
  ts.forEachChild(node, (each: unknown) => void inner.push(each))
  return [...(symbol ? [symbol] : []), ...inner.flatMap((each) => namedIn(checker, each))]
}

/** The exports of a module, and those of modules that it exports under a name. */
// oxlint-disable-next-line typescript/no-explicit-any -- a compiler that is no dependency of ours
function exportsOf(checker: any, module: any): any[] {
  return checker.getExportsOfModule(module).flatMap((exported: { flags: number }) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    return symbol.flags & ts.SymbolFlags.ValueModule ? exportsOf(checker, symbol) : [symbol]
  })
}

/** Whether a comment for hover texts stands at a declaration, or at the statement that it is part of. */
// oxlint-disable-next-line typescript/no-explicit-any -- a node of a compiler that is no dependency of ours
function isExplained(node: any): boolean {
  if (ts.getJSDocCommentsAndTags(node).length > 0) return true
  const isPart = ts.isVariableDeclaration(node) || ts.isVariableDeclarationList(node)
  return isPart && isExplained(node.parent)
}

test('in the package, functions, their inputs and options have hover texts', () => {
  const published = `${inject('packed').folder}/node_modules/identikit/dist/`
  const program = ts.createProgram(
    ['index', 'client', 'server', 'worker'].map((entry) => `${published}${entry}.d.ts`),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
      noEmit: true,
    },
  )
  const checker = program.getTypeChecker()
  // oxlint-disable-next-line typescript/no-explicit-any -- a type of a compiler that is no dependency of ours
  const typeNamed = (file: string, name: string): any => {
    const source = program.getSourceFile(published + file)
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source))
    return checker.getDeclaredTypeOfSymbol(exported.find((each: { name: string }) => each.name === name))
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  const objectsIn = (type: any): any[] =>
    type.isUnion() ? type.types.flatMap(objectsIn) : type.flags & ts.TypeFlags.Primitive ? [] : [type]
  const silent: string[] = []
  let seen = 0
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  const note = (name: string, type: any): void => {
    for (const property of objectsIn(type).flatMap((each) => checker.getPropertiesOfType(each))) {
      seen += 1
      if (property.getDocumentationComment(checker).length === 0) silent.push(`${name}.${property.name}`)
    }
  }
  const control = typeNamed('index.d.ts', 'Control')
  note('Control', control)
  for (const action of checker.getPropertiesOfType(control)) {
    const [signature] = checker.getTypeOfSymbol(action).getCallSignatures()
    const given = checker.getTypeOfSymbol(signature.getParameters()[0])
    // A tuple of an input that may be left out. Where the answer depends on the input, it is the input itself.
    const input = checker.isTupleType(given) ? checker.getTypeArguments(given)[0] : given
    if (input) note(action.name, checker.getNonNullableType(input))
    if (action.name !== 'startScenario') continue
    const faults = checker.getNonNullableType(checker.getTypeOfSymbol(input.getProperty('faults')))
    note('startScenario.faults', checker.getTypeArguments(faults)[0])
  }
  const optionsOf = {
    'index.d.ts': ['OrgOptions'],
    'server.d.ts': ['ServeOptions', 'FetchHandlerOptions'],
    'worker.d.ts': ['WorkerOptions'],
  }
  for (const [file, names] of Object.entries(optionsOf))
    for (const name of names) {
      const type = typeNamed(file, name)
      note(name, type)
      // Groups of options, such as `rateLimit`.
      for (const group of checker.getPropertiesOfType(type)) {
        const inner = checker.getNonNullableType(checker.getTypeOfSymbol(group))
        for (const part of objectsIn(inner)) {
          const item = part.getNumberIndexType() ?? part.getStringIndexType() ?? part
          if (inner.aliasSymbol?.name === 'InputOf' || /Options$|HookEndpoint$/.test(item.symbol?.name))
            note(`${name}.${group.name}`, item)
        }
      }
    }
  note('Client', typeNamed('client.d.ts', 'Client'))
  expect(silent).toEqual([])
  expect(seen).toBeGreaterThan(550)
})
