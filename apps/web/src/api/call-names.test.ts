import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/** Verbs that say the same as one of the scheme in apps/web/README.md. */
const synonyms: Readonly<Record<string, string>> = {
  add: 'create',
  make: 'create',
  log: 'create',
  store: 'upload',
  change: 'update',
  edit: 'update',
  put: 'update',
  modify: 'update',
  remove: 'delete',
  drop: 'delete',
  get: 'read',
  fetch: 'read',
  load: 'read',
  search: 'find',
  ask: 'find',
}

const callFiles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.calls.ts'),
)

const textOf = (file: string) => readFileSync(join(source, file), 'utf8')

it('names a call of the API by the verb of its scheme', () => {
  const faults = callFiles.flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:async )?(?:function|const) (?:use(?=[A-Z]))?(\w+)/gm)].flatMap(
      ([, name = '']) => {
        const [verb = ''] = /^[A-Z]?[a-z]+/.exec(name) ?? []
        const meant = synonyms[verb.toLowerCase()]
        return meant ? [`${file}: ${name} is called ${meant}…`] : []
      },
    ),
  )
  expect(callFiles.length).toBeGreaterThan(30)
  expect(faults).toEqual([])
})

it('names every query …Query', () => {
  const faults = callFiles.flatMap((file) =>
    textOf(file)
      .split(/^(?=export )/m)
      .filter((part) => /\b(?:infiniteQ|q)ueryOptions\(/.test(part))
      .map((part) => /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? '')
      .filter((name) => name !== '' && !name.endsWith('Query'))
      .map((name) => `${file}: ${name}`),
  )
  expect(faults).toEqual([])
})
