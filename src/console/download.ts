/** Lets the browser save a text, or a value as JSON, as a file. */
export function download(name: string, content: unknown): void {
  const type = name.endsWith('.yaml') ? 'application/yaml' : 'application/json'
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2)
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
