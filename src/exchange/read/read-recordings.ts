import { constants, type Stats } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FileError, refuseUnreadable } from '../../../conformance/engine/words/text-file.ts'
import { jsonOf, levelsOfFile, member, nests, withoutText } from '../json.ts'
import { type RecordedCall, type Recording, RecordingError } from '../exchange.ts'
import { readCassette } from './cassettes.ts'
import { readHar } from './har.ts'
import { readNock } from './nock.ts'
import { readEnvironment, readPostman } from './postman.ts'
import { binaryTag, CORE_SCHEMA, load, mapTag, seqTag, strTag } from 'js-yaml'

type Variables = ReadonlyMap<string, string>

/** How the files of each form are read; the content decides, not the name. */
const readers: readonly ((
  document: unknown,
  file: string,
  variables: Variables,
) => readonly (RecordedCall | undefined)[] | undefined)[] = [
  readHar,
  readCassette,
  (document, _, variables) => readPostman(document, variables),
  readNock,
]

/** The forms that are read, for messages. */
const formNames = 'HAR 1.2, cassettes of go-vcr, vcrpy, vcr and Polly, nock, Postman'

/** Beginnings of files that are not text, or text of another kind, and a message for each. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'an empty file'],
  [/^[^ -~\s]\u008B/, 'a file compressed with gzip: unpack it first'],
  [/^PK/, 'a ZIP archive: unpack it first'],
  [/^%PDF|\0/, 'a file that is not text'],
  [/^\s*<(?:!doctype|html|\?xml)/i, 'a page or XML'],
  [/^\{.*\}\r?\n\s*\{/, 'several documents, such as the lines of a log'],
]

/** The longest file that is read as one text. */
const maxBytes = 256 * 1024 * 1024

/**
 * Reads files of recordings, by their paths or `file:` URLs, one after another, and every such file of folders.
 *
 * @param leftOut Receives each file of a folder that is not a recording.
 * @throws RecordingError for a file that cannot be read.
 */
export async function* readRecordings(
  places: readonly string[],
  leftOut: (why: string) => void = () => {},
): AsyncGenerator<Recording> {
  const paths = places.map((place) => (place.startsWith('file:') ? fileURLToPath(place) : place))
  const files: (readonly string[] | undefined)[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory()) await readable(path)
    files.push(found?.isDirectory() ? await filesBelow(path) : undefined)
  }
  const variables = await variablesIn(paths.flatMap((path, index) => files[index] ?? [path]))
  for (const [index, path] of paths.entries()) {
    const inFolder = files[index]
    if (!inFolder) {
      if (!variables.files.has(path)) yield await readRecording(path, variables.values)
      continue
    }
    let count = 0
    for (const file of inFolder.filter((each) => !variables.files.has(each))) {
      const recording = await readRecording(file, variables.values).catch((error: Error) => {
        leftOut(error.message)
      })
      if (!recording) continue
      count++
      yield recording
    }
    if (count === 0)
      throw new RecordingError(`${path}: expected recordings (${formNames}), got none in this folder`)
  }
}

/** The environments of Postman among some files, and their variables: those of one environment win over globals. */
async function variablesIn(
  files: readonly string[],
): Promise<{ readonly files: ReadonlySet<string>; readonly values: Variables }> {
  const found = new Set<string>()
  const globals: [string, string][] = []
  const own: [string, string][] = []
  for (const file of files.filter((each) => /\.json$/i.test(each))) {
    if ((await stat(file)).size > environmentMax) continue
    const text = await readFile(file, 'utf8').catch(() => '')
    if (!text.includes('_postman_variable_scope')) continue
    const document = jsonOf(text)
    const values = readEnvironment(document)
    if (!values) continue
    found.add(file)
    const isGlobal = member(document, '_postman_variable_scope') === 'globals'
    ;(isGlobal ? globals : own).push(...values)
  }
  return { files: found, values: new Map([...globals, ...own]) }
}

/** The longest file of an environment, in bytes. */
const environmentMax = 4 * 1024 * 1024

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json|har)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/**
 * Reads one file.
 *
 * @throws RecordingError for a file that is not a recording.
 */
async function readRecording(file: string, variables: Variables): Promise<Recording> {
  const { size } = await readable(file)
  if (size > maxBytes) {
    const { readLongHar } = await import('./long-har.ts')
    return recordingOfCalls(file, await readLongHar(file))
  }
  const bytes = await readFile(file)
  const begin = bytes.subarray(0, 2000)
  const isUtf16 = begin[0] === 0xff && begin[1] === 0xfe
  const found = isUtf16 ? undefined : foreign.find(([form]) => form.test(begin.toString('latin1')))
  if (found) throw new RecordingError(`${file}: expected a recording (${formNames}), got ${found[1]}`)
  return recordingOf(new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes), file, variables)
}

/**
 * Reads the text of a file.
 *
 * @param name The file, for messages and reports.
 * @throws RecordingError for a text that is not a recording.
 */
export async function recordingOf(
  text: string,
  name: string,
  variables: Variables = new Map(),
): Promise<Recording> {
  const document = await parsed(text.replace(/^\uFEFF/, ''), name)
  if (nests(document, levelsOfFile))
    throw new RecordingError(`${name}: expected at most ${levelsOfFile} levels of nesting, got more`)
  if (member(document, 'interactions') !== undefined && member(document, 'consumer') !== undefined)
    throw new RecordingError(
      `${name}: expected a recording (${formNames}), got a Pact file: identikit pact verify checks the mock against it`,
    )
  for (const read of readers) {
    const calls = read(document, name, variables)
    if (calls) return recordingOfCalls(name, calls)
  }
  throw new RecordingError(`${name}: expected a recording (${formNames}), got something else`)
}

function recordingOfCalls(name: string, all: readonly (RecordedCall | undefined)[]): Recording {
  const calls = all.filter((call) => call !== undefined)
  if (calls.every(({ status }) => status === 0) && all.length > 0)
    throw new RecordingError(
      `${name}: expected calls with method, address and status, got ${all.length} without`,
    )
  return { name, calls }
}

async function parsed(text: string, name: string): Promise<unknown> {
  const isJson = /^\s*[{[]/.test(text)
  try {
    return isJson ? (JSON.parse(text) as unknown) : parsedYaml(text)
  } catch (error) {
    throw new RecordingError(
      `${name}: expected ${isJson ? 'JSON' : 'YAML'}, got a file that is damaged or of another form: ${withoutText(error as Error)}`,
    )
  }
}

async function readable(file: string): Promise<Stats> {
  try {
    refuseUnreadable(file, Number.POSITIVE_INFINITY)
    await access(file, constants.R_OK)
    return await stat(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new RecordingError(`${file || '""'}: expected a file or folder, got nothing of this name`)
    throw new RecordingError(error instanceof FileError ? message : `cannot read ${file}: ${code}`)
  }
}

/** Tags by which recorders of Python, Ruby and Groovy name classes of theirs: the values count. */
const foreignTags = ['!', 'tag:yaml.org,2002:python/', 'tag:yaml.org,2002:ruby/'].flatMap((tagName) =>
  [strTag, seqTag, mapTag].map((tag) => Object.assign({}, tag, { tagName, matchByTagPrefix: true })),
)

/** Recorders store bodies that are not text as binary. */
const schema = CORE_SCHEMA.withTags(binaryTag, ...foreignTags)

/**
 * YAML of cassettes. The package for seeds needs 70 s for 43 MB of them, this one 3 s.
 *
 * @throws Error for a text that is not YAML.
 */
function parsedYaml(text: string): unknown {
  return load(text, { schema })
}
