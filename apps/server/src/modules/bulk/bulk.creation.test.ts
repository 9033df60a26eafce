import { levels } from '@steward/contracts/level'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { define, formula, settled, valuesOf } from '../calculation/calculation.fixture.ts'
import { good, list, namesOf } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  everything,
  fileOf,
  listed,
  none,
  preview,
  run,
  undoWhole,
  type ImportInput,
  type LevelName,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  await admin.post('core/organizations', { globalFields: { name: 'Parent' } })
  await admin.post('core/accounts', { globalFields: { name: 'Child' } })
})
afterAll(() => app.stop())

/** A file whose first line names the fields, the first of them being the key. */
const inputOf = (level: LevelName, ...lines: readonly string[]): Promise<ImportInput> =>
  fileOf((name, content) => upload(app, admin, name, content), level, ...lines)

/** Previews and runs; both must say the same. */
async function both(input: ImportInput) {
  const seen = await preview(admin, input)
  const done = await run(admin, input)
  expect(done.counts).toEqual(seen.counts)
  return done
}

const createdOf = async (level: LevelName, name: string): Promise<unknown> =>
  (await listed(admin, level)).find(({ globalFields }) => globalFields.name === name)?.globalFields[
    'createdAt'
  ]

/** What a new record of each level needs besides. */
const parents: Partial<Record<LevelName, readonly [header: string, cells: string]>> = {
  contact: ['system:email,organization', 'a@b.example,Parent'],
  pipeline: ['account', 'Child'],
}

it.each(levels.map(({ name }) => name))(
  'of a record of the level %s is the day in the file',
  async (level) => {
    const before = await everything(admin)
    const [header, cells] = parents[level]?.map((text) => `,${text}`) ?? ['', '']
    const file = await inputOf(level, `externalId,name,createdAt${header}`, `1,First,2019-03-04${cells}`)
    const done = await both(file)
    expect([done.counts, done.causes]).toEqual([{ ...none, create: 1 }, []])
    expect(await createdOf(level, 'First')).toBe('2019-03-04')
    expect((await both(file)).counts).toEqual({ ...none, unchanged: 1 })
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  },
)

it('is what rules, orders and formulas read', async () => {
  const year = await define(admin, formula('account', 'year', 'number', 'year({createdAt})'))
  await both(await inputOf('account', 'externalId,name,createdAt', 'old,Old one,2019-03-04', 'new,New one,'))
  const filter = { field: 'createdAt', operator: 'lesser', value: '2020-01-01' }
  const early = await list(admin, 'accounts', { filter })
  expect(namesOf(early)).toEqual(['Old one'])
  expect(namesOf(await list(admin, 'accounts', { sort: 'createdAt' }))[0]).toBe('Old one')
  const id = early.data[0].accountId as number
  await settled(app)
  expect(year).toBeGreaterThan(0)
  expect(await valuesOf(admin, 'accounts', id)).toMatchObject({ createdAt: '2019-03-04', year: 2019 })
})

it('leaves the time of the change to the history, and is undone by itself', async () => {
  const [{ accountId: id }] = (
    await list(admin, 'accounts', { filter: { field: 'name', operator: 'equals', value: 'Old one' } })
  ).data
  const moved = await both(await inputOf('account', 'externalId,createdAt', 'old,2018-01-02'))
  expect(moved.counts).toEqual({ ...none, update: 1 })
  const history = good(await admin.get(`core/accounts/${id}/history`)).data as {
    at: string
    changes: { field: string }[]
  }[]
  const changed = history.flatMap(({ changes }) => changes).filter(({ field }) => field === 'createdAt')
  expect(changed).toMatchObject([{ before: '2019-03-04', after: '2018-01-02' }])
  expect(Date.parse(history.at(-1)?.at ?? '')).toBeGreaterThan(app.clock.now().getTime() - 3_600_000)
  const filter = { field: 'createdAt', operator: 'equals', value: '2018-01-02' }
  expect(namesOf(await list(admin, 'accounts', { filter }))).toEqual(['Old one'])
  await settled(app)
  expect(await valuesOf(admin, 'accounts', id)).toMatchObject({ year: 2018 })
  await undoWhole(admin, moved)
  expect(await createdOf('account', 'Old one')).toBe('2019-03-04')
})

it('does not change by the instant that an export has', async () => {
  const created = await createdOf('account', 'New one')
  expect(created).toMatch(/^\d{4}-\d{2}-\d{2}T/)
  const again = await both(await inputOf('account', 'externalId,createdAt', `new,${created}`))
  expect(again.counts).toEqual({ ...none, unchanged: 1 })
})

it('is never a day to come, and set by nothing but a file', async () => {
  const later = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const input = await inputOf('account', 'externalId,name,createdAt', `f,Future,${later}`)
  const refused = await both(input)
  expect(refused.counts).toEqual({ ...none, refused: 1 })
  expect(refused.causes[0]?.message).toBe(
    `Created: ${later} is in the future. Records are created today or earlier.`,
  )
  input.config.unreadableCells = 'leaveOut'
  expect((await both(input)).counts).toEqual({ ...none, create: 1 })
  expect(await createdOf('account', 'Future')).toMatch(/^\d{4}-\d{2}-\d{2}T/)
  const globalFields = { name: 'By hand', createdAt: '2019-01-01' }
  expect((await admin.post('core/accounts', { globalFields })).status).toBe(400)
})
