import type { Plugin } from 'vite'

/**
 * Fails if files import each other. One of them would run before its imports, and the command that loads it fails at
 * its start. The bundler combines modules by size, and does not see a circle in that.
 */
export function withoutCircles(): Plugin {
  return {
    name: 'without-circles',
    generateBundle(_, files) {
      const importsOf = (name: string): readonly string[] => {
        const file = files[name]
        return file?.type === 'chunk' ? file.imports : []
      }
      const done = new Set<string>()
      const visit = (name: string, way: readonly string[]): void => {
        if (way.includes(name)) {
          const circle = [...way.slice(way.indexOf(name)), name].join(' → ')
          this.error(`${circle}: files of the package import each other; see the groups in bundle.ts`)
        }
        if (done.has(name)) return
        for (const each of importsOf(name)) visit(each, [...way, name])
        done.add(name)
      }
      for (const name of Object.keys(files)) visit(name, [])
    },
  }
}
