import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField, good, list, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('how much one call takes', () => {
  it.each([
    ['nothing', { cells: [] }],
    [
      'too many records',
      { cells: Array.from({ length: 1001 }, (_, at) => ({ id: at + 1, data: { name: 'x' } })) },
    ],
    [
      'too many cells',
      {
        cells: Array.from({ length: 1000 }, (_, at) => ({
          id: at + 1,
          data: Object.fromEntries(Array.from({ length: 11 }, (_unused, column) => [`f${column}`, 1])),
        })),
      },
    ],
    ['something else', { cells: [{ id: 1, data: { name: 'x' }, extra: true }] }],
  ])('is not %s', async (_, body) => {
    const answer = await admin.post('core/accounts/cells', body)
    expect([answer.status, answer.body.reason]).toEqual([400, 'request.invalid'])
  })

  it('is 10,000 cells of 1,000 records, of which ten are bad', async () => {
    const fields: string[] = []
    for (let at = 0; at < 10; at += 1) {
      fields.push((await defineField(admin, 'contact', `Number${at}`, 'number')).name)
    }
    const people = Array.from({ length: 1000 }, (_, at) => ({
      kind: 'create' as const,
      values: { name: `Person ${at}`, email: `p${at}@example.com` },
    }))
    const { records } = app.application.modules
    const act = { action: 'create', at: app.clock.now() } as const
    await records.write(admin.actor, 3, act, () => people)
    const { data } = await list(admin, 'contacts', { pageSize: 1000, query: 'Person' })
    const cells = data.map((record: { contactId: number; version: number }, row: number) => ({
      id: record.contactId,
      version: record.version,
      data: Object.fromEntries(
        fields.map((field, at) => [field, row % 100 === 50 && at === 3 ? 'many' : `${row * 10 + at}`]),
      ),
    }))
    const answer = good(await admin.post('core/contacts/cells', { asText: true, cells })).data
    expect([answer.changed, answer.refused.length]).toEqual([9990, 10])
    const undone = await undo(admin, answer.changeSetId)
    expect([undone.undone, undone.kept]).toEqual([1000, []])
  })
})
