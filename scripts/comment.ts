/** A text as the comment of a declaration, in lines of at most `width` characters. */
export function commentOf(text: string, indent: string, width = 100): string {
  const lines = wrapped(text, width)
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

/** A text in lines of at most `width` characters. */
export function wrapped(text: string, width = 100): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
