import fs from 'node:fs/promises'
import type { CheckDefinition } from './check.ts'
import { collectChecks } from './check.ts'

const folder = new URL('../checks/', import.meta.url)

/** Loads the checks of the suite, file by file in alphabetical order. */
export async function loadChecks(): Promise<CheckDefinition[]> {
  const names = (await fs.readdir(folder)).filter((name) => /\.check\.[jt]s$/.test(name)).sort()
  const checks: CheckDefinition[] = []
  for (const name of names) {
    const { href } = new URL(name, folder)
    checks.push(...(await collectOnce(name.replace(/\.check\.[jt]s$/, ''), href)))
  }
  return checks
}

const collected = new Map<string, Promise<CheckDefinition[]>>()

/** A module is evaluated once only, so what it declared is kept for the next run in this process. */
function collectOnce(file: string, href: string): Promise<CheckDefinition[]> {
  const before = collected.get(href)
  if (before) return before
  const now = collectChecks(file, () => import(/* @vite-ignore */ href))
  collected.set(href, now)
  return now
}
