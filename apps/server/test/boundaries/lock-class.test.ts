import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** The numbers behind constants such as `lockClass = 7370` and `lockClasses = { company: 7401 }`. */
function classesIn(text: string): number[] {
  const constants = text.matchAll(/const \w*[cC]lass(?:es)? = (\{[^}]*\}|[\d_]+)/g)
  return [...constants].flatMap(([, value = '']) =>
    [...value.matchAll(/\d[\d_]*/g)].map(([digits]) => Number(digits.replaceAll('_', ''))),
  )
}

it('no two advisory locks share a class', () => {
  const files = globSync('{modules,platform}/**/*.ts', { cwd: source })
  const locking = files.filter((file) => !file.endsWith('.test.ts'))
  const places = locking.flatMap((file) => {
    const text = readFileSync(`${source}${file}`, 'utf8')
    if (!/pg_(?:try_)?advisory/.test(text)) return []
    return classesIn(text).map((number) => ({ number, file }))
  })
  expect(places.length).toBeGreaterThan(10)
  const shared = [...Map.groupBy(places, ({ number }) => number).values()].filter((some) => some.length > 1)
  expect(shared).toEqual([])
})
