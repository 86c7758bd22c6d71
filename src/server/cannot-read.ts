/** Why a file could not be read, for people. */
export function cannotRead(file: string, { code }: NodeJS.ErrnoException): string {
  return code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code}`
}
