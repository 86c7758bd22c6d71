import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Which folders of ours each folder may import; itself always. */
const arrows: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/query': [],
  'src/openapi': ['src/contract'],
  'src/model': ['src/contract', 'src/query'],
  'src/views': ['src/contract', 'src/model'],
  'src/data': ['src/contract', 'src/model'],
  'src/authorization': ['src/contract', 'src/model', 'src/query', 'src/views', 'src/handlers', 'src/pages'],
  'src/handlers': ['src/authorization', 'src/beyond', 'src/contract', 'src/model', 'src/query', 'src/views'],
  'src/beyond': ['src/contract', 'src/control', 'src/model', 'src/query', 'src/views', 'src/handlers'],
  'src/fixtures': ['src/contract', 'src/query', 'src/model', 'src/views'],
  'src/control': ['src/contract', 'src/exchange', 'src/query', 'src/model', 'src/views'],
  'src/pages': ['src/contract', 'src/model', 'src/views', 'src/handlers', 'src/control'],
  'src/browser': ['src'],
  'src/console': ['src'],
  'src/testing': ['src', 'conformance'],
  'src/server': ['src', 'conformance'],
  'src/exchange': ['src/contract', 'src/model', 'src/handlers', 'src/control', 'conformance'],
  'src/mcp': ['src', 'conformance'],
  'src/pact': ['src', 'conformance'],
  'src/transfer': ['src', 'conformance'],
  'src/recordings': ['src', 'conformance'],
  'src/vary': ['src', 'conformance'],
  'src/worker': ['src'],
  'src/cli': ['src', 'conformance'],
  src: ['src', 'conformance'],
  // Exploration uses the mock as its model: the mock answers as the API description says.
  'conformance/explore': ['src', 'conformance'],
  // The proof of the suite runs the suite.
  'conformance/proof': ['conformance'],
  conformance: [],
}

/**
 * The folders of the model. Each imports only the folders before it, types included. No folder imports the files
 * next to the folders, which combine them.
 */
const modelFolders = ['kernel', 'store', 'tokens', 'users', 'groups', 'oauth', 'apps', 'access']

/** Which packages each folder may import. `node:` stands for the modules of Node. */
const packages: Record<string, readonly string[]> = {
  'src/contract': ['zod'],
  'src/query': [],
  'src/openapi': ['zod'],
  'src/model': ['zod', '@noble/hashes', 'jose'],
  'src/views': ['zod'],
  'src/data': [],
  'src/handlers': ['zod', 'msw'],
  'src/fixtures': ['zod', 'yaml'],
  'src/control': ['zod'],
  'src/pages': ['@noble/hashes'],
  'src/console': ['preact'],
  'src/authorization': ['@noble/hashes', 'jose'],
}

/** Files below these folders, and these files, run in a browser too. */
const runsInBrowsers = (file: string): boolean =>
  file.startsWith('src/') &&
  !/^src\/(?:(?:server|cli|mcp|pact|transfer|recordings|exchange\/read|exchange\/pact|vary\/run)\/|(?:pact|server|node|vitest|jest|playwright|conformance)\.ts)/.test(
    file,
  )

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(path) ? [path] : []
  })
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"\n]*(?:\n[^'"]*?)?from\s*['"]([^'"]+)['"]/g,
  )
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [...statements, ...dynamic].map((match) => match[1]!)
}

function folderOf(file: string): string {
  const folders = Object.keys(arrows).filter((folder) => file.startsWith(`${folder}/`))
  return folders.toSorted((a, b) => b.length - a.length)[0]!
}

const files = [...filesBelow('src'), ...filesBelow('conformance')]

test('reads imports: this very check is not blind', () => {
  expect(importsOf('src/model/registration.ts')).toEqual(
    expect.arrayContaining(['./users/user-input.ts', '../contract/errors/refusal.ts']),
  )
  expect(files.length).toBeGreaterThan(100)
})

/** The suite takes names, spelling suggestions and links to docs from the mock. No verdict depends on these. */
const forTheSuite = new Set([
  'src/contract/operation-names.ts',
  'src/contract/docs-links.ts',
  'src/query/suggestion.ts',
])

test.each(files)('%s imports only what its folder may', (file) => {
  const folder = folderOf(file)
  for (const specifier of importsOf(file)) {
    if (specifier.startsWith('.')) {
      const target = relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')
      // Data and types that scripts write.
      if (/^(?:generated\/[\w-]+\.(?:json|ts)|requirements\/[\w-]+\.json)$/.test(target)) continue
      if (folder.startsWith('conformance') && forTheSuite.has(target)) continue
      const allowed = [folder, ...arrows[folder]!].some(
        (each) => target.startsWith(`${each}/`) || target === each,
      )
      expect(allowed, `${file} imports ${target}`).toBe(true)
      continue
    }
    if (specifier.startsWith('node:')) {
      expect(runsInBrowsers(file), `${file} imports ${specifier}, and runs in a browser`).toBe(false)
      continue
    }
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    const allowed = packages[folder]
    if (allowed) expect(allowed, `${file} imports the package ${name}`).toContain(name)
  }
})

test('no part of the model makes another one that knows it: only the organisation does', () => {
  const makers = files.filter(
    (file) =>
      file.startsWith('src/model/') &&
      /\bnew [A-Z]\w*(?:<[^>]*>)?\((?:[^()]*, )?this[,)]/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(makers).toEqual(['src/model/org.ts'])
})

/** The file of each folder of services to begin with. */
const firstFiles = [
  'access/access',
  'tokens/tokens',
  'users/users',
  'groups/groups',
  'oauth/clients',
  'apps/apps',
]

test.each(firstFiles)(
  'src/model/%s.ts says which tables its folder owns, and names every file of it',
  (name) => {
    const folder = `src/model/${dirname(name)}`
    const text = readFileSync(join(root, `src/model/${name}.ts`), 'utf8')
    const others = filesBelow(folder).map((file) => relative(folder, file))
    const named = others.filter((file) => dirname(file) === '.' && file !== `${name.split('/')[1]}.ts`)
    expect(named.filter((file) => !text.includes(`\`${file}\``))).toEqual([])
    expect(text).toMatch(/\bowns the tables?\b|\bnothing else stores one\b/)
  },
)

test('only the self-test and the variants load the proof of the suite, never a run', () => {
  const loading = files.filter(
    (file) =>
      !file.startsWith('conformance/proof/') &&
      importedFiles(file).some((target) => target.startsWith('conformance/proof/')),
  )
  expect(loading.filter((file) => !file.startsWith('src/vary/')).toSorted()).toEqual([
    'src/cli/commands/conform/selftest.ts',
    'src/server/conform-target.ts',
  ])
})

/** The one import upwards, of a type: by it each part of an organisation names the parts that it uses. */
const ofTheWhole = { file: 'src/model/kernel/org-service.ts', target: 'src/model/org.ts' }

function importedFiles(file: string): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/'))
    .filter((target) => file !== ofTheWhole.file || target !== ofTheWhole.target)
}

test('a service of the model knows the whole organisation by its type only', () => {
  const text = readFileSync(join(root, ofTheWhole.file), 'utf8')
  expect(text.match(/^import .*$/gm)).toEqual(["import type { Org, OrgContext } from '../org.ts'"])
})

const modelFolderOf = (file: string): string | undefined => /^src\/model\/(\w+)\//.exec(file)?.[1]

test.each(modelFolders)('src/model/%s imports only folders of the model above it', (folder) => {
  const allowed = new Set(modelFolders.slice(0, modelFolders.indexOf(folder) + 1))
  for (const file of filesBelow(`src/model/${folder}`)) {
    const targets = importedFiles(file).filter((target) => target.startsWith('src/model/'))
    const wrong = targets.filter((target) => !allowed.has(modelFolderOf(target) ?? ''))
    expect(wrong, file).toEqual([])
  }
})

/** The folder of each part of an organisation. The parts of its base have none: every part may use them. */
function foldersOfParts(): ReadonlyMap<string, string | undefined> {
  const text = readFileSync(join(root, ofTheWhole.target), 'utf8')
  const imports = text.matchAll(/import \{ (\w+) \} from '\.\/(\w+)\//g)
  const folders = new Map([...imports].map(([, name, folder]) => [name, folder]))
  const parts = text.matchAll(/readonly (\w+) = new (\w+)\(/g)
  return new Map([...parts].map(([, part, name]) => [part!, folders.get(name)]))
}

test.each(modelFolders)('parts in src/model/%s use only parts of folders above it', (folder) => {
  const folders = foldersOfParts()
  const below = new Set(modelFolders.slice(modelFolders.indexOf(folder) + 1))
  expect([...folders.keys()]).toEqual(expect.arrayContaining(['users', 'groups', 'signingKeys']))
  for (const file of filesBelow(`src/model/${folder}`)) {
    const text = readFileSync(join(root, file), 'utf8')
    const used = text.matchAll(/(?:\b(?:Part|Uses)<|\btype Used =)([^>{;/]*)/g)
    const names = [...used].flatMap(([, list]) => [...list!.matchAll(/'(\w+)'/g)].map(([, name]) => name!))
    const wrong = names.filter((name) => below.has(folders.get(name) ?? ''))
    expect(wrong, file).toEqual([])
  }
})

test('no file imports itself, by whatever way', () => {
  expect(circlesAmong(files)).toEqual([])
})

/** The circles of imports among some files: each as the files on the way back to the first. */
function circlesAmong(some: readonly string[]): string[][] {
  const imports = new Map(some.map((file) => [file, importedFiles(file)]))
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start !== -1) circles.push(way.slice(start))
    if (start !== -1 || done.has(file) || !imports.has(file)) return
    for (const target of imports.get(file)!) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of some) visit(file, [])
  return circles
}

/** Files that consist of one table. Readers look up a row by its name, so the files may be long. */
const tables = [
  'conformance/registry/lifecycle.ts',
  'src/contract/interpretations/groups.ts',
  'src/contract/interpretations/lifecycle.ts',
  'src/contract/errors/catalogue.ts',
  'src/contract/errors/texts.ts',
  'src/control/action-texts.ts',
  'src/model/kernel/org-options.ts',
  'src/vary/variants.ts',
]

test('no file but a table has more than 350 lines', () => {
  const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  expect(files.filter((file) => lines(file) > 350).toSorted()).toEqual(tables.toSorted())
})

/** Files that match other things than the path of a request: addresses, and the text of a route. */
const ofAddresses = [
  'src/console/main.ts',
  'src/console/send-again.tsx',
  'src/endpoint.ts',
  'src/recordings/replay/consents.ts',
  'src/server/organisations/registry.ts',
]

test('only the table of routes knows the paths of requests', () => {
  const pattern =
    /(?:startsWith|endsWith)\(['"`]\/[\w.]|\\\/(?:api|oauth2|signin|signout|home|users|groups|_\w+|\\\.well-known)\b/
  const matching = files.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\*|\/\/).*$/gm, '')
    return file.startsWith('src/') && pattern.test(code)
  })
  expect(matching.toSorted()).toEqual(ofAddresses)
})

/** Files that read messages which are not ours: of parsers, other libraries, and services that answer. */
const ofOthers = [
  'command-line.ts',
  'compare.ts',
  'custom-properties.ts',
  'parse-input.ts',
  'parse.ts',
  'reply-text.ts',
  'run-verifier.ts',
  'verifier-child.ts',
  // Messages of runners.
  'judge.ts',
  // Shows the first line of any message.
  'guarded.ts',
]

test('no code reads a message of ours: an error says by its code and its fields what it is about', () => {
  const pattern =
    /\bmessage\b[^\n;]{0,40}\.(?:match|matchAll|replace|replaceAll|split|startsWith|endsWith|includes)\(|\.(?:test|exec)\([^)\n]*\bmessage\b/
  const reading = files.filter(
    (file) => file.startsWith('src/') && pattern.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reading.map((file) => basename(file)).toSorted()).toEqual(ofOthers.toSorted())
})

test('endpoints of OAuth refuse by the conditions of the catalogue, without texts', () => {
  const texts = files.filter(
    (file) =>
      file.startsWith('src/authorization/') &&
      /\brefuse\w*\([^()]*\bmessage: ['`]/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(texts).toEqual([])
})

test('docs/contributing/architecture.md says the same', () => {
  const text = readFileSync(join(root, 'docs/contributing/architecture.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `((?:src|conformance)[\w/]*)` \|[^|]*\| ([^|]*) \|$/gm)]
  const told = Object.fromEntries(rows.map(([, folder, mayImport]) => [folder, foldersIn(mayImport!)]))
  const { src: _, ...folders } = arrows
  const ofModel = modelFolders.map((folder) => [`src/model/${folder}`, ['above']])
  const held = Object.entries(folders).map(([folder, allowed]) => [folder, allowed.toSorted()])
  expect(told).toEqual(Object.fromEntries([...held, ...ofModel]))
  const places = rows.map(([, folder]) => folder!).filter((folder) => folder.startsWith('src/model/'))
  expect(places).toEqual(modelFolders.map((folder) => `src/model/${folder}`))
})

// The list of these files is generated, and a test checks that it is current.
test('a new user runs code in at most 40 files', () => {
  const text = readFileSync(join(root, 'docs/contributing/architecture.md'), 'utf8')
  const [, count] = /^(\d+) files, by folder:$/m.exec(text)!
  expect(Number(count)).toBeLessThanOrEqual(40)
})

/** The folders that a cell of the table names. */
function foldersIn(cell: string): readonly string[] {
  if (cell.startsWith('nothing of ours')) return []
  if (cell === 'folders of the model above') return ['above']
  return cell
    .split(', ')
    .map((name) => name.replace('all of ', '').replaceAll('`', ''))
    .map((name) => (['src', 'conformance'].includes(name) ? name : `src/${name}`))
    .toSorted()
}
