import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '..')
const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\0')
  .filter((file) => file !== '')

/** Forms that our code may not use, because it also runs on Windows. */
const unportable: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a path joined by a slash', /\$\{\w*(?:folder|directory|cwd|tmpdir)(?:\(\))?\}\//gi],
  ['a path joined by a slash', /\b(?:cwd|tmpdir|homedir|dirname)(?:\([^()]*\))? ?\+ ?['"`]\//gi],
  [
    'a path that is cut at slashes',
    /\b\w*(?:file|folder|directory|cwd\(\))\.(?:split|lastIndexOf)\(['"]\//gi,
  ],
  [
    'a path made of a URL',
    /(?:new URL\([^()]*import\.meta\.url\)|import\.meta\.url)\.(?:pathname|slice\(7\))/g,
  ],
  ['a folder that Windows does not have', /['"`]\/(?:tmp|dev\/null|bin|usr)\b/g],
]

function wrongIn(text: string): string[] {
  return unportable.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map(([found]) => `${what}: ${found}`),
  )
}

/** Forms that only a Unix shell understands. */
const shellIsms: readonly RegExp[] = [
  /^\s*\w+=/,
  /['`;\\]/,
  /\$\w|\$\{|\$\(/,
  /(?<!\|)\|(?!\|)|[<>]/,
  /(?:^|&& |\|\| )(?:rm|cp|mv|cat|mkdir|touch|export|true|\.\/)\b/,
]

test('code joins paths as the system does', () => {
  const code = files.filter((file) => /^(?:src|conformance)\/.*\.(?:ts|tsx|cjs)$/.test(file))
  expect(code.length).toBeGreaterThan(500)
  const wrong = code.flatMap((file) =>
    wrongIn(readFileSync(resolve(root, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(wrong).toEqual([])
})

test('scripts of package.json run in the shell of Windows', () => {
  const wrong = Object.entries(packageJson.scripts).filter(([, line]) =>
    shellIsms.some((each) => each.test(line)),
  )
  expect(wrong).toEqual([])
})

test('no two files have names that differ in case only, and Windows can write each', () => {
  expect(files.length).toBeGreaterThan(1000)
  const folders = files.flatMap((file) =>
    file
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/')),
  )
  const names = [...new Set([...files, ...folders])]
  const counts = Map.groupBy(names, (name) => name.toLowerCase())
  expect([...counts.values()].filter((same) => same.length > 1)).toEqual([])
  const reserved = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)|[<>:"|?*\\]|[. ](?:\/|$)/i
  expect(names.filter((name) => reserved.test(name))).toEqual([])
})

test('finds code that is not portable', () => {
  const wrong = [
    'readFile(`${folder}/a.txt`)',
    "process.cwd() + '/a.txt'",
    "file.split('/')",
    "new URL('a.txt', import.meta.url).pathname",
    "open('/tmp/a')",
  ]
  expect(wrong.map((text) => wrongIn(text).length)).toEqual([1, 1, 1, 1, 1])
  const lines = ['CI=1 vitest', "vitest run 'a'", 'rm -rf dist', 'a; b', 'echo $HOME', 'a > b', 'a && cp b c']
  expect(lines.filter((line) => !shellIsms.some((each) => each.test(line)))).toEqual([])
})
