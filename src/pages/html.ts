/** Text that is HTML already: made by {@link html} only, so that whatever else is shown is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The end of the corner of each page, where a server puts a link to its console. */
export const cornerEnd = '</aside>'

type Part = string | number | Html | undefined | false | readonly Html[]

/** Makes HTML of a template. Parts are escaped unless they are HTML, and empty parts are left out. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = parts.map((part, at) => written(part) + texts[at + 1]!)
  return new Html(texts[0]! + filled.join(''))
}

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escape(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
