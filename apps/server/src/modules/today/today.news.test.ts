import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { logOne } from '../timeline/timeline.fixture.ts'
import { readToday } from './today.fixture.ts'

let app: TestApp
let admin: Client
let owner: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  owner = await app.newUser('normalUser', 'news@us.test')
})
afterAll(() => app.stop())

const accounts = 28

const log = (client: Client, id: number, title: string, hoursAgo = 0) =>
  logOne(app, client, {
    on: ['accounts', id],
    title,
    occurredAt: new Date(app.clock.now().getTime() - hoursAgo * 3_600_000),
  })

it('shows the latest three of each account, whether few or many items were logged since yesterday', async () => {
  const ids: number[] = []
  for (let n = 0; n < accounts; n += 1) ids.push(await create(owner, 'accounts', { name: `Account ${n}` }))
  const [busy = 0, calm = 0, later = 0] = ids
  const textsOf = async () => (await readToday(owner)).news.map(({ text }) => text)
  await log(admin, calm, 'Of last week', 7 * 24)
  for (const nth of [1, 2, 3, 4]) await log(admin, busy, `Busy ${nth}`)
  await log(admin, calm, 'Calm')
  await log(owner, calm, 'Own')
  const first = ['Note: Calm', 'Note: Busy 4', 'Note: Busy 3', 'Note: Busy 2']
  // Six items are fewer than a quarter of the accounts.
  expect(await textsOf()).toEqual(first)
  for (const nth of [1, 2, 3, 4]) await log(admin, later, `Later ${nth}`)
  expect(await textsOf()).toEqual(['Note: Later 4', 'Note: Later 3', 'Note: Later 2', ...first])
})
