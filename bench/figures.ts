import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Row } from './report.ts'

/** The figures of a run, with its date and machine. */
export interface Figures {
  /** Year, month and day. */
  readonly on: string
  readonly isQuick: boolean
  /** As `process.version`. */
  readonly node: string
  readonly machine: { readonly processors: number; readonly model: string; readonly gibibytes: number }
  /** The load average: over one minute before the run, and over its last 15 minutes. */
  readonly load: { readonly before: number; readonly during: number }
  readonly rows: readonly Row[]
}

const file = new URL('./figures.json', import.meta.url)

/** The figures of the last run that was written down. */
export function lastFigures(): Figures {
  return JSON.parse(readFileSync(file, 'utf8')) as Figures
}

/** Writes down the figures of a run. */
export async function writeFigures(
  rows: readonly Row[],
  isQuick: boolean,
  loadBefore: number,
): Promise<void> {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const [, , during = 0] = loadavg()
  const figures: Figures = {
    on: new Date().toISOString().slice(0, 10),
    isQuick,
    node: process.version,
    machine: { processors: cpus().length, model, gibibytes: Math.round(totalmem() / 2 ** 30) },
    load: { before: toTenths(loadBefore), during: toTenths(during) },
    rows,
  }
  await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`)
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** The processors and the memory of the machine. */
export function machineText({ machine: { processors, model, gibibytes } }: Figures): string {
  return `${processors} × ${model} with ${gibibytes} GiB`
}

/** How busy the machine was. The bench itself uses about 1.5 processors; more comes from other programs. */
export function loadText({ load: { before, during }, machine: { processors } }: Figures): string {
  const known = `The load of the ${processors} processors was ${before.toFixed(1)} before the run, and ${during.toFixed(1)} in its last quarter of an hour.`
  return before > processors / 2 || during > processors + 1
    ? `${known} **Others used it too: figures in milliseconds are larger than an idle machine shows.**`
    : known
}
