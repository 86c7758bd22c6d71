import markdown from 'markdown-it'
import { type BannedForm, bannedForms, longestSentence, noSubject, wordsOfCode } from './forms.ts'

/** A place where a page is hard to read. */
export interface ProseMistake {
  readonly line: number
  readonly message: string
}

const parser = markdown({ html: true })
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const forUsers = [...bannedForms, ...wordsOfCode]

/** Every sentence of a page that is too long, names no subject, or uses a banned form. */
export function lintProse(page: string, forms: readonly BannedForm[] = forUsers): ProseMistake[] {
  return paragraphs(page).flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      mistakesOf(sentence, forms).map((message) => ({ line, message })),
    ),
  )
}

/** The paragraphs, headings and cells of a page as plain text. Code, and the values of a type in a cell, are one word: X. */
function paragraphs(page: string): { line: number; text: string }[] {
  let line = 0
  let before = ''
  return parser.parse(page, {}).flatMap((token) => {
    line = (token.map?.[0] ?? line - 1) + 1
    const isCell = before === 'td_open'
    before = token.type
    if (token.type !== 'inline') return []
    const words = token.children!.map(({ type, content }) => plain(type, content)).join('')
    const text = isCell ? words.replaceAll(/X(?: or X)+/g, 'X') : words
    return text.split(lineEnd).map((part) => ({ line, text: part.replaceAll(/\s+/g, ' ').trim() }))
  })
}

/** `<br>` in a cell ends a sentence. */
const lineEnd = '\u2028'

function plain(type: string, content: string): string {
  if (type === 'text') return content
  if (type === 'code_inline') return 'X'
  if (type === 'html_inline' && /^<br ?\/?>$/.test(content)) return lineEnd
  return type.endsWith('break') ? ' ' : ''
}

function sentencesOf(text: string): string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean)
}

function mistakesOf(sentence: string, forms: readonly BannedForm[]): string[] {
  const start = `"${sentence.slice(0, 60)}${sentence.length > 60 ? '…' : ''}"`
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return [
    ...(words > longestSentence ? [`${start}: expected at most ${longestSentence} words, got ${words}`] : []),
    ...(noSubject.test(sentence) ? [`${start}: expected a sentence that begins with a noun`] : []),
    ...forms.flatMap(({ form, write }) => {
      const found = form.exec(sentence)?.[0]
      return found === undefined ? [] : [`${start}: expected "${write}", got "${found}"`]
    }),
  ]
}
