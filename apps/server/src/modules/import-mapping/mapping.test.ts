import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client
let manager: Client
let user: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  user = await app.as('normalUser')
})
afterAll(() => app.stop())

const url = 'core/entity/bulk/mappings'
const choices = {
  columns: [
    { header: 'No.', target: 'system:externalId', wholeNumbers: true },
    { header: 'Company', target: 'name', repairs: [{ from: 'n/a', to: '' }] },
    { header: 'Fax', target: null },
  ],
  key: ['system:externalId'],
  missingRecords: 'archive',
}
const saved = (name: string, more: object = {}) => ({ level: 'account', name, choices, ...more })

it('a mapping is saved whole, with what it leaves open filled in, for everyone who imports', async () => {
  const { status, body } = await user.post(url, saved(' Monthly list '))
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    name: 'Monthly list',
    level: 2,
    mayEdit: true,
    choices: { ...choices, mode: 'createOrUpdate' },
  })
  const { data } = (await manager.get(`${url}?level=account`)).body
  expect(data).toEqual([{ ...body.data, mayEdit: true }])
  expect((await admin.get(`${url}?level=contact`)).body.data).toEqual([])
  const one = `${url}/${body.data.mappingId}`
  const changed = await admin.put(one, { name: 'Quarterly list' })
  expect(changed.body.data).toMatchObject({ name: 'Quarterly list', choices: body.data.choices })
  expect((await admin.delete(one)).status).toBe(200)
  expect((await admin.delete(one)).status).toBe(404)
})

it('its creator, managers and administrators change it; viewers do not import', async () => {
  const { mappingId } = (await manager.post(url, saved('Team'))).body.data
  const refused = await user.put(`${url}/${mappingId}`, { name: 'Mine' })
  expect([refused.status, refused.body.reason]).toEqual([403, 'import_mapping.not_yours'])
  expect((await user.delete(`${url}/${mappingId}`)).status).toBe(403)
  const viewer = await app.as('viewer')
  expect((await viewer.get(`${url}?level=account`)).status).toBe(403)
  expect((await viewer.post(url, saved('Viewed'))).status).toBe(403)
})

it('names differ within a level', async () => {
  await admin.post(url, saved('Names'))
  const taken = await user.post(url, saved('NAMES'))
  expect([taken.status, taken.body.reason, Object.keys(taken.body.fields)]).toEqual([
    409,
    'import_mapping.name_taken',
    ['name'],
  ])
  expect((await user.post(url, saved('Names', { level: 'contact' }))).status).toBe(200)
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ choices: { columns: [] } }, 'choices.columns'],
  [{ choices: { ...choices, missingRecords: 'delete' } }, 'choices.missingRecords'],
])('what cannot be saved is refused: %j', async (form, field) => {
  const { status, body } = await admin.post(url, { ...saved('Odd'), ...form })
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})
