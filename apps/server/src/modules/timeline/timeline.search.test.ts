import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { Db } from '../../platform/db/database.ts'
import { create, good } from '../record/record.fixture.ts'
import { log, logOne, titles, titlesOf } from './timeline.fixture.ts'
import { searchItems } from './timeline.search.read-model.ts'

let app: TestApp
let admin: Client
let account: number
let on: ['accounts', number]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Read' })
  on = ['accounts', account]
})
afterAll(() => app.stop())

const search = async (text: string, more = '') =>
  good(await admin.get(`core/timeline/search?query=${encodeURIComponent(text)}${more}`))

describe('the search', () => {
  it('finds words without regard to case and to what stands between them', async () => {
    await log(
      app,
      admin,
      { on, title: 'Ärger mit ÖL', words: 'Rechnung_2026.pdf, an anna.muster@example.com (dringend)' },
      { on, title: 'Отчёт', words: 'Квартальный отчёт готов' },
    )
    for (const text of ['ärger', 'ÄRGER öl', '2026 pdf', 'Rechnung', 'anna muster', 'example', '“dring']) {
      expect([text, titlesOf(await search(text))]).toEqual([text, ['Ärger mit ÖL']])
    }
    expect(titlesOf(await search('КВАРТ'))).toEqual(['Отчёт'])
    expect(titlesOf(await search('rech muster'))).toEqual([])
    expect(await titles(admin, 'accounts', account, { query: 'muster DRING' })).toEqual(['Ärger mit ÖL'])
  })

  it('shows the words around the first match, and tells record and author', async () => {
    const words = `${'lead '.repeat(40)}then the Keystone was found and the keystones were counted ${'tail '.repeat(60)}`
    await logOne(app, admin, { on, title: 'Long', words })
    const [found] = (await search('keystone')).data
    expect(found).toMatchObject({
      kind: 'note',
      record: { level: 2, id: account, name: 'Read' },
      author: { id: admin.actor.userId },
      title: 'Long',
    })
    const pieces = found.excerpt as { text: string; match: boolean }[]
    expect(pieces.filter(({ match }) => match).map(({ text }) => text)).toEqual(['Keystone', 'keystone'])
    const whole = pieces.map(({ text }) => text).join('')
    expect(whole).toMatch(/^…lead .*then the Keystone was found and the keystones were counted tail.*…$/)
    expect(whole.length).toBeLessThan(260)
  })

  it('turns pages without loss, newest first, and keeps to kinds', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `p${n}`)
    await log(
      app,
      admin,
      ...names.map((title, n) => ({
        on,
        title,
        words: 'paginated',
        ...(n === 4 && { kind: 'pulse' as const, details: { pulse: 2, previous: null } }),
      })),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await search('paginated', `&pageSize=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...titlesOf(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(names.toReversed())
    expect(titlesOf(await search('paginated', '&kinds=pulse'))).toEqual(['p4'])
  })

  it.each([
    `'`,
    `''); drop table timeline_item; --`,
    `a & | ! ( ) :* <-> b`,
    `\\' \\\\`,
    '&&&&',
    ':*',
    '%_%',
    '𝕏𝕐 🙂🙂',
    'ﬁ\u0301\u0301x',
    'x'.repeat(200),
    '\u200b\u200b\u2028',
    `{"type":"doc"}`,
  ])('takes %j as words', async (text) => {
    const answer = await admin.get(`core/timeline/search?query=${encodeURIComponent(text)}`)
    expect([200, 400]).toContain(answer.status)
    const path = `core/timeline?level=account&parentIdentifier=${account}&query=${encodeURIComponent(text)}`
    expect((await admin.get(path)).status).toBe(200)
  })

  it('stores what is worst for an index', async () => {
    const words = ['𐐀-'.repeat(49_000), 'https://example.com/'.repeat(5000), 'word'.repeat(25_000)]
    await log(app, admin, ...words.map((text, n) => ({ on, title: `Worst ${n}`, words: text })))
    expect(titlesOf(await search('worst'))).toHaveLength(3)
  })
})

/** The plan of a query, as the application's role gets it. */
async function planOf(run: (db: Db) => Promise<unknown>): Promise<string> {
  const db = app.application.platform.database.tenant(app.tenantId)
  let plan = ''
  const explaining: Db = {
    ...db,
    async run(text, values) {
      const explained = await db.run(`explain ${text}`, values)
      plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      return { ...explained, rows: [] }
    },
  }
  await run(explaining)
  return plan
}

describe('many items', () => {
  it('are searched by the index of words', async () => {
    const { owner } = app.application.platform.database
    await owner.query(
      `with written as (
         insert into timeline_item (tenant_id, kind, level, author_id, record_id, occurred_at, created_at, source, title, words)
         select $1, 1, 2, $2, $3, now() - n * interval '1 minute', now(), 'app', 'Item ' || n, concat('word', n, ' common filler', n % 200)
         from generate_series(1, 5000) n returning *)
       insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
       select tenant_id, record_id, occurred_at, item_id, record_id, author_id, kind from written`,
      [app.tenantId, admin.actor.userId, account],
    )
    await owner.query('vacuum (analyze) timeline_item')
    await owner.query('vacuum (analyze) timeline_place')
    const rare = await planOf((db) => searchItems(db, admin.actor, { words: "'word1777':*", limit: 20 }))
    expect(rare).toContain('timeline_item_search')
    expect(titlesOf(await search('word1777'))).toEqual(['Item 1777'])
    expect(titlesOf(await search('common', '&pageSize=2'))).toEqual(['Item 1', 'Item 2'])
  })
})
