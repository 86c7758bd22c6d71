import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { packedPackage } from './packed.ts'

/** Builds, packs and installs the package once, before all of its tests. */
export default async function packFirst({ provide }: TestProject): Promise<() => Promise<void>> {
  const packed = await packedPackage()
  provide('packed', packed)
  return () => rm(packed.folder, { recursive: true, force: true })
}
