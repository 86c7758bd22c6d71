import type { Platform } from './runtimes.ts'

/** The bytes by which Node knows whether an application is inside: `:1` means yes. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'

/** Reads the format and the processor from the head of a program; undefined for anything else. */
function machineOf(program: Buffer): Platform | undefined {
  if (program.readUInt32BE(0) === 0x7f_45_4c_46) {
    // ELF: e_machine.
    return ({ 0x3e: 'linux-x64', 0xb7: 'linux-arm64' } as const)[program.readUInt16LE(18)]
  }
  if (program.readUInt32LE(0) === 0xfe_ed_fa_cf) {
    // Mach-O of 64 bits: cputype.
    return ({ 0x1_00_00_07: 'darwin-x64', 0x1_00_00_0c: 'darwin-arm64' } as const)[program.readUInt32LE(4)]
  }
  if (program.toString('latin1', 0, 2) !== 'MZ') return undefined
  // PE: the machine follows the signature, whose place is at 0x3c.
  const signature = program.readUInt32LE(0x3c)
  const isX64 =
    program.toString('latin1', signature, signature + 2) === 'PE' &&
    program.readUInt16LE(signature + 4) === 0x86_64
  return isX64 ? 'win-x64' : undefined
}

/**
 * Checks an executable as far as possible without running it.
 *
 * @param inside Files that it must contain, first the one that starts it.
 * @throws Error with the mistake.
 */
export function checkStructure(
  program: Buffer,
  platform: Platform,
  inside: Iterable<readonly [name: string, content: Buffer]>,
): void {
  const machine = machineOf(program)
  if (machine !== platform)
    throw new Error(
      `identikit-${platform}: expected a program for it, got one for ${machine ?? 'no known platform'}`,
    )
  if (!program.includes(fuse))
    throw new Error(`identikit-${platform}: Node does not know of the application inside it`)
  let rest = program
  for (const [name, content] of inside) {
    const found = rest.indexOf(content)
    if (found === -1) throw new Error(`identikit-${platform}: ${name} is not inside it`)
    // The assets follow the first file, so the hundred megabytes before it are searched only once.
    if (rest === program) rest = program.subarray(found)
  }
}
