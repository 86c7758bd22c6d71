/**
 * How many there are of something: `1 request`, `4711 requests`.
 *
 * @param many The plural; by default the noun with an s.
 */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}
