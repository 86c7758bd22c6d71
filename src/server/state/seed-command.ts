import { seedOf } from '../../fixtures/seed/export.ts'
import { seedYaml } from '../../fixtures/seed/yaml.ts'
import { isJson, type SeedFile } from '../../transfer/pull/seed-text.ts'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { orgOfRows } from '../../model/org-rows.ts'
import type { CommandIo } from '../command-io.ts'
import { writeOutFile } from '../write-file.ts'
import { reporting } from './commands.ts'
import { readExport } from './exported.ts'
import { StateFile } from './file.ts'

/** `identikit seed --from state FILE`: writes a state file or an export as a seed. */
export function seedFromState(
  file: string,
  { out = '', format, secrets }: SeedFile & { readonly secrets?: boolean | undefined },
  io: CommandIo,
): Promise<number> {
  return reporting(io, async () => {
    const org = orgOfRows(file.endsWith('.json') ? (await readExport(file)).rows : rowsIn(file))
    org.clock.dispose()
    const exported = seedOf(org, { secrets })
    const { seed, notCarried } = exported
    const text = isJson({ out, format }) ? `${JSON.stringify(seed, null, 2)}\n` : seedYaml(exported)
    if (out === '') io.out(text.trimEnd())
    else await writeOutFile(out, text, '--out', 0o600)
    for (const note of notCarried) io.error(`Not carried: ${note}`)
  })
}

function rowsIn(path: string): readonly StateRow[] {
  const file = new StateFile(path, { readOnly: true })
  try {
    return [...file.rows()]
  } finally {
    file.close()
  }
}
