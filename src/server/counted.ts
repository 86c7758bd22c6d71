/** How many there are of something, as a person reads it: `1 group`, `10,000 users`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
