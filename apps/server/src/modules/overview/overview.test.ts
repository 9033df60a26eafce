import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '@steward/contracts/overview'
import { overviewCards } from '@steward/contracts/plain/overview-card'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let organization: number
let account: number
let nora: number

const kindOf = { note: 1, activity: 2, pulse: 3, file: 4, email: 5 } as const

interface Item {
  kind: keyof typeof kindOf
  record: number
  level: number
  at: string
  title?: string
  words?: string
  details?: object
  audience?: 0 | 1 | 2
  participants?: number[]
  author?: number
  files?: number[]
  /** Records on whose page it is, with the one by which it gets there. */
  places: readonly (readonly [page: number, via: number])[]
}

/** An item as the timeline keeps it. */
async function put(item: Item): Promise<number> {
  const { owner } = app.application.platform.database
  const kind = kindOf[item.kind]
  const author = item.author ?? admin.actor.userId
  const { rows } = await owner.query<{ item_id: string }>(
    `insert into timeline_item (tenant_id, kind, audience, level, record_id, author_id, occurred_at, created_at,
       participants, source, title, words, details, file_ids)
     values ($1, $2, $3, $4, $5, $6, $7, now(), $8, 'app', $9, $10, $11, $12) returning item_id`,
    [
      app.tenantId,
      kind,
      item.audience ?? 0,
      item.level,
      item.record,
      author,
      item.at,
      item.participants ?? [],
      item.title ?? '',
      item.words ?? '',
      JSON.stringify(item.details ?? {}),
      item.files ?? [],
    ],
  )
  const itemId = Number(rows[0]?.item_id)
  for (const [page, via] of item.places) {
    await owner.query(
      `insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind, has_files)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [app.tenantId, page, item.at, itemId, via, author, kind, item.files !== undefined],
    )
  }
  return itemId
}

const putNote = (record: number) =>
  put({ kind: 'note', record, level: 2, at: '2026-01-01T10:00:00Z', places: [[record, record]] })

async function overviewOf(client: Client, plural: string, id: number): Promise<Overview> {
  return good(await client.get(`core/${plural}/${id}/overview`)).data
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await defineField(admin, 'pipeline', 'value', 'currency')
  organization = await create(admin, 'organizations', { name: 'Northern Lights' })
  account = await create(admin, 'accounts', { name: 'Lantern Works', organization })
  nora = await create(admin, 'contacts', { name: 'Nora Berg', account })
  await create(admin, 'contacts', { name: 'Ada Holm', account })
})

afterAll(() => app.stop())

test('a record without anything has empty figures', async () => {
  const alone = await create(admin, 'accounts', { name: 'Alone' })
  expect(await overviewOf(admin, 'accounts', alone)).toEqual({
    figures: {
      opportunities: { open: 0, amounts: [] },
      risks: { open: 0, amounts: [] },
      lastContactAt: null,
      nextStep: null,
    },
    counts: { accounts: 0, contacts: 0, pipelines: 0, files: 0, emails: 0, unread: 0 },
    latest: [],
    pulse: [],
    people: [],
    cards: ['health', 'figures', 'plans', 'latest', 'people', 'pulse'],
    header: ['arr', 'renewal', 'healthTrend', 'lastContact', 'nextStep'],
  })
  expect((await overviewOf(admin, 'contacts', nora)).figures.risks).toBeNull()
})

test('open pipelines are counted by type, and added up for each currency', async () => {
  const pipeline = (name: string, pipelineType: number, amount: object | null, more = {}) =>
    create(admin, 'pipelines', { name, account, pipelineType, value: amount, ...more })
  const currencies: { code: string; currencyDefinitionId: number }[] = good(
    await admin.get('currency/active-currencies'),
  ).data
  const [first, second] = currencies.map(({ currencyDefinitionId }) => currencyDefinitionId)
  const euro = { currencyDefinitionId: first, value: 1500 }
  const dollar = { currencyDefinitionId: second, value: 20 }
  await pipeline('Expansion', 1, euro)
  await pipeline('Second site', 1, euro)
  await pipeline('Training', 1, dollar)
  await pipeline('Nothing said', 1, null)
  await pipeline('Budget cut', 2, null)
  const closed = await pipeline('Won', 1, euro)
  await edit(admin, 'pipelines', closed, { 'system:pipelineStatus': 2 })
  const { figures, counts } = await overviewOf(admin, 'accounts', account)
  expect(figures.opportunities?.open).toBe(4)
  expect(new Set(figures.opportunities?.amounts)).toEqual(
    new Set([{ currencyDefinitionId: first, value: 3000 }, dollar]),
  )
  expect(figures.risks).toEqual({ open: 1, amounts: [] })
  expect(counts).toMatchObject({ accounts: 0, contacts: 2, pipelines: 6 })
  expect((await overviewOf(admin, 'organizations', organization)).counts).toMatchObject({
    accounts: 1,
    contacts: 2,
    pipelines: 6,
  })
})

test('the latest that people did, with who was in touch last', async () => {
  const onBoth = [
    [account, account],
    [organization, account],
  ] as const
  const { rows } = await app.application.platform.database.owner.query(
    `select activity_type_id as id from activity_type where tenant_id = $1 and name = 'Call'`,
    [app.tenantId],
  )
  await put({
    kind: 'note',
    record: account,
    level: 2,
    at: '2026-01-01T10:00:00Z',
    title: 'Kick-off',
    words: 'They begin in May',
    places: onBoth,
  })
  await put({
    kind: 'activity',
    record: account,
    level: 2,
    at: '2026-01-03T10:00:00Z',
    title: 'Quarterly review',
    words: 'All is well',
    details: { activityTypeId: rows[0]?.id },
    places: [...onBoth, [nora, nora]],
  })
  await put({
    kind: 'file',
    record: account,
    level: 2,
    at: '2026-01-04T10:00:00Z',
    files: [1, 2],
    places: onBoth,
  })
  for (const [day, pulse] of [
    [5, 2],
    [6, 4],
  ] as const) {
    await put({
      kind: 'pulse',
      record: account,
      level: 2,
      at: `2026-01-0${day}T10:00:00Z`,
      details: { pulse },
      places: onBoth,
    })
  }
  const { latest, pulse, people, figures, counts } = await overviewOf(admin, 'accounts', account)
  expect(latest.map(({ kind }) => kind)).toEqual(['pulse', 'pulse', 'file', 'activity', 'note'])
  expect(latest[3]).toMatchObject({
    title: 'Quarterly review',
    text: 'All is well',
    activity: { name: 'Call', iconName: 'phone' },
    inherited: false,
    author: { id: admin.actor.userId },
    record: { level: 2, id: account, name: 'Lantern Works' },
  })
  expect(pulse).toEqual([
    { at: '2026-01-05T10:00:00.000Z', pulse: 2 },
    { at: '2026-01-06T10:00:00.000Z', pulse: 4 },
  ])
  expect(people.map(({ name, lastContactAt }) => [name, lastContactAt])).toEqual([
    ['Nora Berg', '2026-01-03T10:00:00.000Z'],
    ['Ada Holm', null],
  ])
  expect(figures.lastContactAt).toBe('2026-01-03T10:00:00.000Z')
  expect(counts.files).toBe(2)
  good(await admin.post(`core/timeline/${latest[4]?.itemId}/comments`, { body: 'Not to be told here' }))
  const after = await overviewOf(admin, 'accounts', account)
  expect(after.latest[4]?.text).toBe('They begin in May')
  const above = await overviewOf(admin, 'organizations', organization)
  expect(above.latest.map(({ inherited }) => inherited)).toEqual([true, true, true, true, true])
  expect(above.pulse).toEqual([])
})

test('the pulses of a record are told however many newer ones lie below it', async () => {
  const busy = await create(admin, 'accounts', { name: 'Busy' })
  const below = await create(admin, 'contacts', { name: 'Below', account: busy })
  const own = { kind: 'pulse', record: busy, level: 2, places: [[busy, busy]] } as const
  await put({ ...own, at: '2026-01-01T10:00:00Z', details: { pulse: 2 } })
  await put({ ...own, at: '2026-01-02T10:00:00Z', details: { pulse: 4 } })
  const others = { audience: 2, author: (await app.as('manager')).actor.userId } as const
  await put({ ...own, ...others, at: '2026-01-03T10:00:00Z', details: { pulse: 1 } })
  for (let minute = 10; minute < 45; minute += 1) {
    await put({
      kind: 'pulse',
      record: below,
      level: 3,
      at: `2026-02-01T10:${minute}:00Z`,
      details: { pulse: 5 },
      places: [
        [below, below],
        [busy, below],
      ],
    })
  }
  const { pulse, latest } = await overviewOf(admin, 'accounts', busy)
  expect(pulse.map((entry) => entry.pulse)).toEqual([2, 4])
  expect(latest.every(({ inherited }) => inherited)).toBe(true)
  expect((await overviewOf(admin, 'contacts', below)).pulse).toHaveLength(24)
})

test('what is unread on a page is counted however much is unread elsewhere', async () => {
  const reader = await app.newUser('manager')
  const elsewhere = await create(admin, 'accounts', { name: 'Loud' })
  const calm = await create(admin, 'accounts', { name: 'Calm' })
  const { owner } = app.application.platform.database
  const mark = (itemId: number) =>
    owner.query(
      `insert into timeline_unread (tenant_id, user_id, item_id, mentioned, since) values ($1, $2, $3, true, now())`,
      [app.tenantId, reader.actor.userId, itemId],
    )
  for (let nth = 0; nth < 201; nth += 1) await mark(await putNote(elsewhere))
  await mark(await putNote(calm))
  expect((await overviewOf(reader, 'accounts', calm)).counts.unread).toBe(1)
  expect((await overviewOf(reader, 'accounts', elsewhere)).counts.unread).toBe(50)
})

test('what is for others is not told, neither as a last contact nor in a count', async () => {
  const quiet = await create(admin, 'accounts', { name: 'Quiet' })
  const manager = await app.as('manager')
  await put({
    kind: 'email',
    record: quiet,
    level: 2,
    at: '2026-02-01T10:00:00Z',
    details: { from: { name: '', address: 'nora@example.com' } },
    audience: 2,
    participants: [admin.actor.userId],
    places: [[quiet, quiet]],
  })
  const mine = await overviewOf(admin, 'accounts', quiet)
  expect(mine.counts.emails).toBe(1)
  expect(mine.latest[0]?.from).toBe('nora@example.com')
  const theirs = await overviewOf(manager, 'accounts', quiet)
  expect(theirs).toMatchObject({ counts: { emails: 0 }, latest: [], figures: { lastContactAt: null } })
})

test('a Normal User sees the overview of what they own, and nothing of others', async () => {
  const user = await app.as('normalUser')
  expect((await user.get(`core/accounts/${account}/overview`)).status).toBe(404)
  const own = await create(user, 'accounts', { name: 'My own' })
  await create(user, 'contacts', { name: 'Mine', account: own })
  const { people, counts } = await overviewOf(user, 'accounts', own)
  expect(people.map(({ name }) => name)).toEqual(['Mine'])
  expect(counts.contacts).toBe(1)
  expect((await (await app.foreigner()).get(`core/accounts/${account}/overview`)).status).toBe(404)
  expect((await admin.get(`core/contacts/${account}/overview`)).status).toBe(404)
})

test('everybody chooses their own cards, for each level', async () => {
  const choose = (query: string, cards: unknown) => admin.put(`core/overview-cards?${query}`, { cards })
  expect(good(await choose('level=account', ['latest', 'figures'])).data.cards).toEqual(['latest', 'figures'])
  expect((await overviewOf(admin, 'accounts', account)).cards).toEqual(['latest', 'figures'])
  expect((await overviewOf(admin, 'contacts', nora)).cards).toHaveLength(overviewCards.length)
  const manager = await app.as('manager')
  expect((await overviewOf(manager, 'accounts', account)).cards).toHaveLength(overviewCards.length)
  expect(good(await choose('level=2', null)).data.cards).toHaveLength(overviewCards.length)
  expect((await overviewOf(admin, 'accounts', account)).cards).toHaveLength(overviewCards.length)
  for (const cards of [['latest', 'latest'], ['weather'], undefined]) {
    expect((await choose('level=account', cards)).status).toBe(400)
  }
})
