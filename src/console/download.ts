/** Lets the browser save a text as a file. */
export function download(name: string, text: string): void {
  const type = name.endsWith('.yaml') ? 'application/yaml' : 'application/json'
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
