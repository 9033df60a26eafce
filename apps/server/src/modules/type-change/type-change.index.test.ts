import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField, undo } from '../record/record.fixture.ts'
import { accountsWith, changeType, typeOf, valuesIn } from './type-change.fixture.ts'

let app: TestApp
let admin: Client

/** As many numbers as a level has slots for. */
const numberSlots = 64

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

async function indexNames(fieldId: number): Promise<string[]> {
  const { rows } = await app.application.platform.database.owner.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'record'::regclass and c.relname like 'record\\_t%\\_f' || $1 || '\\_%'`,
    [fieldId],
  )
  return rows.map(({ name }) => name)
}

async function askForIndex(fieldId: number): Promise<void> {
  const { fields } = app.application.modules
  const field = (await fields.catalogue(app.tenantId, 2)).byKey(String(fieldId))
  if (field) await fields.requestIndex(app.tenantId, field, 2, 'asc')
}

it('of a number beyond the slots is undone, whatever index was asked for when it was a text', async () => {
  for (let n = 0; n < numberSlots; n += 1) await defineField(admin, 'account', `n_${n}`, 'number')
  const { customColumnId: id, name } = await defineField(admin, 'account', 'seats', 'string')
  const other = await defineField(admin, 'account', 'other', 'string')
  const ids = await accountsWith(admin, name, ['12', 'a dozen'])
  // A list asks for the index of a text; the type changes before a worker makes it.
  await askForIndex(id)
  const { changeSetId } = await changeType(admin, id, 'number')
  await askForIndex(other.customColumnId)
  await app.application.startWorker()
  await expect.poll(() => indexNames(other.customColumnId), { timeout: 30_000, interval: 50 }).toHaveLength(1)
  expect(await indexNames(id)).toEqual([])
  await undo(admin, changeSetId as number)
  expect([await typeOf(admin, id), await valuesIn(admin, name, ids)]).toEqual(['string', ['12', 'a dozen']])
}, 60_000)
