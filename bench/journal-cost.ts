import { askProcess } from './processes.ts'
import { rounded, type Row } from './report.ts'

/** Measures how much processor time the journal adds to a call, and how much memory a full journal takes. */
export async function measureJournal(): Promise<readonly Row[]> {
  const { kept, without, ratio, megabytes } = (await askProcess('./journal.ts', ['--expose-gc'])) as {
    readonly [figure in 'kept' | 'without' | 'ratio' | 'megabytes']: number
  }
  return [
    {
      name: 'journal: a GET in process with it against without',
      ours: `${rounded(kept)} µs`,
      other: `without: ${rounded(without)} µs`,
      result: ratio.toFixed(2),
      bar: '≤ 1.15',
      isMet: ratio <= 1.15,
    },
    {
      name: 'journal: memory of 100,000 entries',
      ours: `${rounded(megabytes)} MB`,
      other: '',
      result: rounded(megabytes),
      bar: '≤ 64 MB',
      isMet: megabytes <= 64,
    },
  ]
}
