import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../../src/bin/citus/catalogue.ts'
import { productFiles, root } from '../row-types/product-files.ts'
import { findRowQueries } from '../row-types/row-query.ts'
import { rowFaults, senders } from '../row-types/row-fault.ts'
import { folderVariable, schemaFile } from './recording.ts'
import { refusalsOf, rulesOf, type Asked } from './statement.ts'
import { bothReadings } from './table-uses.ts'

const folder = process.env[folderVariable] ?? ''

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T
}

async function readAsked(): Promise<Asked[]> {
  const names = (await readdir(folder)).filter((name) => name !== schemaFile)
  return (await Promise.all(names.map((name) => readJson<Asked[]>(name)))).flat()
}

/** `npm test` runs it after the tests of the server, on what they made it ask. Alone it has nothing to judge. */
describe.skipIf(!folder)('what the tests saw the product ask', () => {
  test('asks one tenant, and nothing that a cluster refuses', async () => {
    const rules = rulesOf(await readJson<Catalogue>(schemaFile))
    const asked = await readAsked()
    const refused: Record<string, string[]> = {}
    for (const statement of asked) {
      const faults = await refusalsOf(statement, rules)
      if (faults.length > 0) refused[statement.text] = faults
    }
    expect(asked.length).toBeGreaterThan(0)
    expect(refused).toEqual({})
  })

  test('uses the tables that the check of table ownership finds in its text', async () => {
    const { tables, views } = await readJson<Catalogue>(schemaFile)
    const names = new Set([...tables, ...views].map(({ name }) => name))
    const different: Record<string, object> = {}
    for (const { text } of await readAsked()) {
      const { parsed, scanned } = await bothReadings(text, names)
      if (parsed.join() !== scanned.join()) different[text] = { parsed, scanned }
    }
    expect(different).toEqual({})
  })

  test('returns what the row types of its callers say', async ({ annotate }) => {
    const queries = findRowQueries(await productFiles(), root)
    const answered = (await readAsked()).flatMap(({ text, columns }) => (columns ? [{ text, columns }] : []))
    const faults = new Set<string>()
    const checked = new Set<string>()
    for (const statement of answered) {
      for (const one of senders(queries, statement.text)) {
        checked.add(one.place)
        for (const fault of rowFaults(one, statement)) faults.add(fault)
      }
    }
    await annotate(`${checked.size} of ${queries.length} calls were seen and compared`)
    expect([...faults].toSorted()).toEqual([])
  }, 300_000)

  test('would be refused if it asked every tenant', async () => {
    const rules = rulesOf(await readJson<Catalogue>(schemaFile))
    expect(await refusalsOf({ text: 'SELECT name FROM record', values: [] }, rules)).toEqual([
      'does not say of which tenant record is asked',
    ])
  })
})
