import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'

const recent = async (client: Client, query = '') => (await client.get(`core/change-sets${query}`)).body
const create = async (client: Client, name: string): Promise<number> =>
  (await client.post('core/accounts', { globalFields: { name } })).body.data.accountId

describe('recent changes', () => {
  let app: TestApp
  let admin: Client
  let normal: Client

  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.as('administrator')
    normal = await app.as('normalUser')
  })
  afterAll(() => app.stop())

  it('are listed newest first, with their records and whether they were undone', async () => {
    const ids = []
    for (const name of ['Alder', 'Birch', 'Cedar', 'Dogwood']) ids.push(await create(admin, name))
    const { body } = await admin.post('core/accounts/change', { ids, action: 'archive' })
    expect(body.data.changeSetId).toEqual(expect.any(Number))
    const [archived, created] = (await recent(admin)).data
    expect(archived).toMatchObject({
      action: 'archive',
      records: 4,
      undoneBy: null,
      by: { id: admin.actor.userId },
    })
    expect(archived.names).toHaveLength(3)
    expect(created).toMatchObject({ action: 'create', records: 1, names: ['Dogwood'] })
    await admin.post(`core/change-sets/${body.data.changeSetId}/undo`)
    const [undo, undone] = (await recent(admin)).data
    expect(undo).toMatchObject({ action: 'undo', undoOf: body.data.changeSetId })
    expect(undone.undoneBy).toBe(undo.changeSetId)
  })

  it('come page by page', async () => {
    const all = (await recent(admin)).data.map(({ changeSetId }: Answer['body']) => changeSetId)
    const first = await recent(admin, '?limit=2')
    expect(first.hasMore).toBe(true)
    const second = await recent(admin, `?limit=100&before=${first.data[1].changeSetId}`)
    expect(second.hasMore).toBe(false)
    const paged = [...first.data, ...second.data].map(({ changeSetId }) => changeSetId)
    expect(paged).toEqual(all)
  })

  it('are in the order of their time, page by page, however they were written', async () => {
    const day = 86_400_000
    const first = await create(admin, 'Fir')
    app.clock.advance(-10 * day)
    const earlier = await create(admin, 'Ginkgo')
    app.clock.advance(10 * day)
    expect(earlier).toBeGreaterThan(first)
    const all = (await recent(admin, '?limit=100')).data as {
      changeSetId: number
      at: string
      names: string[]
    }[]
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(all[0]?.names).toEqual(['Fir'])
    expect(all.at(-1)?.names).toEqual(['Ginkgo'])
    const next = await recent(admin, `?limit=100&before=${all.at(-2)?.changeSetId}`)
    expect(next).toMatchObject({ data: [{ names: ['Ginkgo'] }], hasMore: false })
  })

  it('are those of everyone for who leads, and one’s own for a Normal User', async () => {
    await create(normal, 'Elm')
    expect((await recent(normal)).data).toMatchObject([{ action: 'create', names: ['Elm'] }])
    expect((await recent(admin)).data[0]).toMatchObject({ names: ['Elm'], by: { id: normal.actor.userId } })
    const foreigner = await app.foreigner()
    expect((await recent(foreigner)).data).toEqual([])
  })
})
