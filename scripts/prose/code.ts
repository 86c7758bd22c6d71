/** A text that people read in a source file, as Markdown, and the line on which it begins. */
export interface TextOfCode {
  readonly line: number
  readonly text: string
}

/** The comments of a source file: blocks that begin a line, and runs of `//` lines. */
export function commentsOf(source: string): TextOfCode[] {
  return matchesOf(source, comment).flatMap(({ line, groups }) => {
    const parts = asMarkdown(groups['block'] ?? groups['lines'] ?? '').split(tag)
    return parts.map((text, at) => ({
      line: line + parts.slice(0, at).join('').split('\n').length - 1,
      text,
    }))
  })
}

/** The names of tests and of their groups. */
export function testNamesOf(source: string): TextOfCode[] {
  return matchesOf(source, testName).map(({ line, groups }) => ({ line, text: groups['name'] ?? '' }))
}

const tag = /^@(?:param )?\w+/m
const comment = /^[ \t]*(?:\/\*\*?(?<block>[\s\S]*?)\*\/|(?<lines>\/\/.*(?:\n[ \t]*\/\/.*)*))/gm
const testName = new RegExp(
  [
    /(?:\b(?:test|it|describe)(?:\.(?:each|for|only|skip|skipIf|runIf|concurrent|sequential|fails)(?:\(.*?\))?)*|\]\))/,
    /\(\s*(?<quote>['"`])(?<name>(?:(?!\k<quote>).)+)\k<quote>/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
)

/** Names of links, paths and addresses are code. Notes to tools are left out. */
function asMarkdown(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:\*|\/\/) ?/gm, '')
    .replaceAll(/^(?:@ts-|oxlint-|eslint-|#region|#endregion|\/ <).*$/gm, '')
    .replaceAll(/\{@link (?<name>[^}|]*)[^}]*\}/g, '`$<name>`')
    .replaceAll(/(?<![`\w])(?:https?:\/\/\S+|[\w.@-]*\/[\w./-]+\w)/g, '`$&`')
}

function matchesOf(source: string, pattern: RegExp): { line: number; groups: Record<string, string> }[] {
  return [...source.matchAll(pattern)].map(({ index, groups }) => ({
    line: source.slice(0, index).split('\n').length,
    groups: groups ?? {},
  }))
}
