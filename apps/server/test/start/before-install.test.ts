import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const scripts = resolve(import.meta.dirname, '../../../../scripts')

/** What a module imports when it is loaded; imports made later, by `import()`, aren't part of it. */
function importsOf(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
  const reexported = staticExports.flatMap(({ entries }) =>
    entries.map((entry) => entry.moduleRequest?.value),
  )
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported].filter(
    (name) => name !== undefined,
  )
}

/** Packages that loading `file` needs, each as "file imports package". */
function packagesNeededBy(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return importsOf(file).flatMap((name) => {
    if (name.startsWith('.')) return packagesNeededBy(resolve(dirname(file), name), seen)
    return name.startsWith('node:') ? [] : [`${file} imports ${name}`]
  })
}

const entries = readdirSync(scripts).filter((name) => name.endsWith('.mjs'))

it.each(entries)('%s can be loaded before the packages are installed', (name) => {
  expect(packagesNeededBy(resolve(scripts, name))).toEqual([])
})

it('finds a package that a script needs', () => {
  expect(packagesNeededBy(resolve(scripts, 'check/prose/lint.mjs'))[0]).toContain('imports @textlint/kernel')
})
