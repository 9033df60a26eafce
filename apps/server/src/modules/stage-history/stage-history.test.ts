import type { StageMoves, StageStay } from '@steward/contracts/stage-history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { stagesOf } from '../lifecycle/lifecycle.fixture.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let ids: number[]

const day = 24 * 3_600_000

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  ids = (await stagesOf(admin)).map(({ lifecycleStageId }) => lifecycleStageId)
})
afterAll(() => app.stop())

const stays = async (id: number, client = admin, plural = 'accounts'): Promise<StageStay[]> =>
  good(await client.get(`core/${plural}/${id}/stage-history`)).data
const told = (all: StageStay[]) =>
  all.map(({ stage, days, leftAt, by }) => [stage.displayName, days, leftAt === null, by.name])
const moves = async (query: string, client = admin): Promise<StageMoves> =>
  good(await client.get(`core/lifecycles/moves?${query}`)).data
const shown = ({ moves: all }: StageMoves) =>
  all.map(({ from, to, count, medianDays }) => [from?.displayName, to?.displayName, count, medianDays])

describe('the stage history of a record', () => {
  it('tells how long it has been in each stage, and who brought it there', async () => {
    const id = await create(admin, 'accounts', { name: 'Through the stages' })
    app.clock.advance(10 * day)
    const first = await edit(manager, 'accounts', id, { lifecycleStage: ids[1] })
    app.clock.advance(43 * day)
    const adminName = (await stays(id))[1]!.by.name
    const managerName = (await stays(id))[0]!.by.name
    expect(adminName).not.toBe(managerName)
    expect(told(await stays(id))).toEqual([
      ['Adoption', 43, true, managerName],
      ['Onboarding', 10, false, adminName],
    ])
    expect((await stays(id))[0]).toMatchObject({
      stage: { lifecycleStageId: ids[1], colour: 2 },
      changeSetId: first,
    })
    const mistake = await edit(admin, 'accounts', id, { lifecycleStage: ids[4] })
    app.clock.advance(day)
    await undo(admin, mistake)
    expect(told(await stays(id))[0]).toEqual(['Adoption', 44, true, managerName])
  })

  it('keeps the name of a stage that was deleted, and forgets the deletion when that is undone', async () => {
    const stage = { entityLevel: 'account', displayName: 'Short-lived' }
    const { lifecycleStageId } = good(await admin.post('core/lifecycles', stage)).data
    const id = await create(admin, 'accounts', { name: 'Was there', lifecycleStage: lifecycleStageId })
    app.clock.advance(3 * day)
    const removal = await admin.delete(`core/lifecycles/${lifecycleStageId}`, {
      entityLevel: 'account',
      moveTo: ids[2],
    })
    const { changeSetId } = good(removal).data
    expect((await stays(id)).map((stay) => [stay.stage.displayName, stay.days])).toEqual([
      ['Value realised', 0],
      ['Short-lived (deleted)', 3],
    ])
    app.clock.advance(2 * day)
    await undo(admin, changeSetId)
    expect((await stays(id)).map((stay) => [stay.stage.displayName, stay.days])).toEqual([['Short-lived', 5]])
  })

  it('is seen with the record only', async () => {
    const id = await create(admin, 'accounts', { name: 'Not theirs' })
    const normal = await app.as('normalUser')
    const foreigner = await app.foreigner()
    for (const client of [normal, foreigner]) {
      expect((await client.get(`core/accounts/${id}/stage-history`)).status).toBe(404)
    }
    expect((await admin.get(`core/contacts/${id}/stage-history`)).status).toBe(404)
    expect((await admin.get('core/accounts/x/stage-history')).status).toBe(400)
    expect((await admin.get(`core/pipelines/${id}/stage-history`)).status).toBe(404)
    expect(await stays(id, await app.as('viewer'))).toHaveLength(1)
  })
})

describe('the moves between stages', () => {
  it('are counted in a span of days, with the median of the days before', async () => {
    const organizations = (await stagesOf(admin, 'organization')).map((one) => one.lifecycleStageId)
    const normal = await app.as('normalUser')
    const made = [
      await create(admin, 'organizations', { name: 'A' }),
      await create(admin, 'organizations', { name: 'B' }),
      await create(normal, 'organizations', { name: 'C' }),
    ] as const
    const to = (id: number, stage: number) =>
      edit(admin, 'organizations', id, { lifecycleStage: organizations[stage] })
    app.clock.advance(2 * day)
    await to(made[0], 1)
    app.clock.advance(4 * day)
    await to(made[1], 1)
    await undo(admin, await to(made[2], 4))
    app.clock.advance(6 * day)
    const last = app.clock.now().toISOString().slice(0, 10)
    await to(made[2], 1)
    await to(made[0], 2)
    const all = await moves('level=organization')
    expect(shown(all)).toEqual([
      ['Onboarding', 'Adoption', 3, 6],
      ['Adoption', 'Value realised', 1, 10],
    ])
    expect(all.to).toBe(last)
    expect(shown(await moves(`level=1&from=${last}&to=${last}`))).toEqual(
      expect.arrayContaining([
        ['Onboarding', 'Adoption', 1, 12],
        ['Adoption', 'Value realised', 1, 10],
      ]),
    )
    expect(shown(await moves('level=organization', normal))).toEqual([['Onboarding', 'Adoption', 1, 12]])
    expect(shown(await moves('level=organization', await app.foreigner()))).toEqual([])
    expect(shown(await moves('level=pipeline'))).toEqual([])
    // What an administrator tidies up is no move of a customer.
    const gone = { entityLevel: 'organization', moveTo: organizations[0] }
    good(await admin.delete(`core/lifecycles/${organizations[2]}`, gone))
    expect(shown(await moves('level=organization'))).toEqual([
      ['Onboarding', 'Adoption', 3, 6],
      ['Adoption', 'Value realised (deleted)', 1, 10],
    ])
  })

  it.each([
    ['level=account&from=2026-13-01', 'from', 'Enter a date as YYYY-MM-DD.'],
    ['level=account&from=2026-02-02&to=2026-02-01', 'from', 'The first day must not be after the last day.'],
    ['level=account&from=2999-01-01', 'from', 'The first day must not be after the last day.'],
    ['level=account&from=2016-01-01&to=2026-01-01', 'from', 'Request at most 1096 days at once.'],
    ['level=product', 'level', 'Unknown level "product"'],
    ['', 'level', 'Level cannot be null or undefined'],
  ])('are refused for %s', async (query, field, message) => {
    const { status, body } = await admin.get(`core/lifecycles/moves?${query}`)
    expect([status, body.fields[field]]).toEqual([400, expect.stringContaining(message)])
  })
})
