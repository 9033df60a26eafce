import type { StageRemoval } from '@steward/contracts/stage-removal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { stagesOf } from '../lifecycle/lifecycle.fixture.ts'
import { create, edit, good, list, namesOf, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let target: number
let stage: number
let serial = 0

const url = 'core/lifecycles'
const names = async (level = 'account') =>
  (await stagesOf(admin, level)).map(({ displayName }) => displayName)

async function addStage(displayName: string): Promise<number> {
  return good(await admin.post(url, { entityLevel: 'account', displayName })).data.lifecycleStageId
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  target = (await stagesOf(admin)).find(({ displayName }) => displayName === 'Renewal')!.lifecycleStageId
})
afterAll(() => app.stop())

beforeEach(async () => {
  serial += 1
  stage = await addStage(`Stage ${serial}`)
})

const remove = (id: number, moveTo?: number | null, more: object = {}, client = admin): Promise<Answer> =>
  client.delete(`${url}/${id}`, { entityLevel: 'account', moveTo, ...more })
const account = (name: string, lifecycleStage = stage) => create(admin, 'accounts', { name, lifecycleStage })
const addLate = () => admin.post('core/accounts', { globalFields: { name: 'Late', lifecycleStage: stage } })
const stageOf = async (id: number) => (await read(admin, 'accounts', id)).globalFields.lifecycleStageId

describe('deleting a stage', () => {
  it('moves its records, archived and churned ones too, as one change set', async () => {
    const live = await account('Live')
    const archived = await account('Archived')
    const churned = await account('Churned')
    good(await admin.put(`core/accounts/${archived}/archive`))
    good(await admin.put(`core/accounts/${churned}/churn-status`, { churned: true }))
    const before = await names()
    const removal: StageRemoval = good(await remove(stage, target)).data
    expect(removal).toMatchObject({
      lifecycleStageId: stage,
      moveTo: target,
      state: 'done',
      total: 3,
      moved: 3,
    })
    expect(await names()).toEqual(before.filter((name) => name !== `Stage ${serial}`))
    expect(await Promise.all([live, archived, churned].map(stageOf))).toEqual([target, target, target])
    expect(
      (await stagesOf(admin, 'account', true)).find((one) => one.lifecycleStageId === target)?.records,
    ).toEqual({
      live: 1,
      churned: 1,
      archived: 1,
    })
    const set = good(await admin.get(`core/change-sets/${removal.changeSetId}`)).data
    expect(set).toMatchObject({ source: 'person', action: 'deleteStage', records: 3 })
    const history = good(await admin.get(`core/accounts/${live}/history`)).data[0].changes[0]
    expect([history.beforeText, history.afterText]).toEqual([`Stage ${serial} (deleted)`, 'Renewal'])
    const { body } = await admin.get('audit?action=lifecycle_stage.deleted')
    expect(body.data[0].summary).toBe(
      `Deleted the lifecycle stage “Stage ${serial}”; 3 records move to “Renewal”`,
    )
    expect(good(await admin.get(`${url}/${stage}/removal`)).data).toEqual(removal)
  })

  it('is undone with its stage, at its place, with its records and what names it', async () => {
    const moved = await account('Comes back')
    const edited = await account('Edited since')
    good(await admin.post(`${url}/${stage}/reorder`, { entityLevel: 'account', reorderTo: 2 }))
    const logic = { and: [{ field: 'system:lifecycleStageId', operator: 'isSetTo', value: [stage] }] }
    const segment = { name: `In ${serial}`, segmentLevel: 'account', isPrivate: false, logic }
    const { segmentId } = good(await admin.post('segment', segment)).data
    const broken = async () => good(await admin.get(`segment/${segmentId}`)).data.brokenConditions.length
    const before = await names()
    const { changeSetId } = good(await remove(stage, target)).data as StageRemoval
    expect(await broken()).toBe(1)
    const other = (await stagesOf(admin))[0]!.lifecycleStageId
    await edit(admin, 'accounts', edited, { lifecycleStage: other })
    const undone = await undo(admin, changeSetId)
    expect(undone).toMatchObject({ undone: 1, kept: [{ id: edited, fields: ['Lifecycle Stage'] }] })
    expect(await names()).toEqual(before)
    expect([await stageOf(moved), await stageOf(edited), await broken()]).toEqual([stage, other, 0])
    const { body } = await admin.get('audit?action=lifecycle_stage.restored')
    expect(body.data[0].summary).toBe(`Restored the lifecycle stage “Stage ${serial}”`)
    // The undo is an act too.
    await undo(admin, undone.changeSetId)
    expect([await stageOf(moved), (await names()).includes(`Stage ${serial}`)]).toEqual([target, false])
    const again = await undo(admin, changeSetId)
    expect([await stageOf(moved), again.undone]).toEqual([stage, 1])
  })

  it('leaves a stage that came back where others are in it by now', async () => {
    const moved = await account('First')
    const { changeSetId } = good(await remove(stage, target)).data as StageRemoval
    const undone = await undo(admin, changeSetId)
    const later = await account('Later')
    await undo(admin, undone.changeSetId)
    expect([await stageOf(moved), await stageOf(later)]).toEqual([target, stage])
    const kept = (await stagesOf(admin)).find(({ lifecycleStageId }) => lifecycleStageId === stage)
    expect(kept).toMatchObject({ displayName: `Stage ${serial}`, closing: false })
  })

  it('is not done again while records of another stage move into it', async () => {
    const { changeSetId } = good(await remove(stage)).data as StageRemoval
    const undone = await undo(admin, changeSetId)
    const other = await addStage(`Other ${serial}`)
    const { owner } = app.application.platform.database
    const { rows } = await owner.query(
      `insert into stage_removal (tenant_id, stage_id, move_to, user_id, change_set_id, requested_at, total)
       values ($1, $2, $3, $4, $5, now(), 1) returning removal_id`,
      [app.tenantId, other, stage, admin.actor.userId, undone.changeSetId],
    )
    const refused = await admin.post(`core/change-sets/${undone.changeSetId}/undo`)
    expect([refused.status, refused.body.reason]).toEqual([409, 'lifecycle.target'])
    expect((await names()).includes(`Stage ${serial}`)).toBe(true)
    await owner.query('delete from stage_removal where removal_id = $1', [rows[0]?.removal_id])
    await undo(admin, undone.changeSetId as number)
    expect((await names()).includes(`Stage ${serial}`)).toBe(false)
  })

  it('brings it back under another name where somebody took its own', async () => {
    const { changeSetId } = good(await remove(stage)).data as StageRemoval
    await addStage(`stage ${serial}`)
    expect(await undo(admin, changeSetId)).toMatchObject({ undone: 0, kept: [] })
    const back = (await stagesOf(admin)).find(({ lifecycleStageId }) => lifecycleStageId === stage)
    expect(back?.displayName).toBe(`Stage ${serial} 2`)
    expect((await admin.post(`core/change-sets/${changeSetId}/undo`)).status).toBe(409)
  })

  it('is undone by administrators only', async () => {
    await account('Kept')
    const { changeSetId } = good(await remove(stage, target)).data as StageRemoval
    const manager = await app.as('manager')
    const answer = await manager.post(`core/change-sets/${changeSetId}/undo`)
    expect([answer.status, answer.body.reason]).toEqual([403, 'lifecycle.administer'])
    expect((await names()).includes(`Stage ${serial}`)).toBe(false)
  })

  it('keeps the undo of an older move from bringing records into a stage that is gone', async () => {
    const id = await account('Moved before')
    const move = await edit(admin, 'accounts', id, { lifecycleStage: target })
    good(await remove(stage))
    expect(await undo(admin, move)).toMatchObject({
      undone: 0,
      kept: [{ id, message: 'The previous stage was deleted, so the stage is kept.' }],
    })
    expect(await stageOf(id)).toBe(target)
  })

  it('is refused with what is wrong, and nothing moves', async () => {
    const id = await account('Stays')
    const contactStage = (await stagesOf(admin, 'contact'))[0]!.lifecycleStageId
    const gone = await addStage('Soon gone')
    good(await remove(gone))
    const first = (await stagesOf(admin))[0]!.lifecycleStageId
    const cases: [number, unknown, object, number, string][] = [
      [stage, stage, {}, 400, "Records can't be moved to the stage that is being deleted."],
      [stage, contactStage, {}, 400, 'Choose a stage of the same level to move records to.'],
      [stage, gone, {}, 400, 'The target stage does not exist. It may have been deleted.'],
      [stage, 999_999, {}, 400, 'The target stage does not exist. It may have been deleted.'],
      [stage, null, {}, 400, `Choose a stage for 1 record of "Stage ${serial}".`],
      [stage, 'x', {}, 400, 'An id must be a whole number.'],
      [stage, target, { entityLevel: 'contact' }, 400, 'This is a stage of accounts, not of contacts.'],
      [stage, target, { entityLevel: 'pipeline' }, 400, 'Pipelines have no lifecycle stages.'],
      [first, target, {}, 409, 'New records get "Onboarding". Make another stage the default first.'],
      [gone, target, {}, 404, 'This lifecycle stage does not exist. It may have been deleted.'],
      [999_999, target, {}, 404, 'This lifecycle stage does not exist. It may have been deleted.'],
    ]
    for (const [from, moveTo, more, status, message] of cases) {
      const answer = await remove(from, moveTo as number, more)
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    }
    expect((await admin.delete(`${url}/${stage}`)).status).toBe(400)
    expect((await remove(stage, target, {}, await app.as('manager'))).status).toBe(403)
    expect((await remove(stage, target, {}, await app.foreigner())).status).toBe(404)
    expect((await admin.get(`${url}/${stage}/removal`)).status).toBe(404)
    expect(await stageOf(id)).toBe(stage)
  })

  it('is refused for the last stage of a level', async () => {
    const foreigner = await app.foreigner()
    const [first, ...rest] = await stagesOf(foreigner, 'contact')
    for (const { lifecycleStageId } of rest) {
      good(await remove(lifecycleStageId, null, { entityLevel: 'contact' }, foreigner))
    }
    const answer = await remove(first!.lifecycleStageId, null, { entityLevel: 'contact' }, foreigner)
    expect([answer.status, answer.body.reason]).toEqual([409, 'lifecycle.last'])
  })

  it('leaves no record in it, however many move in at the same time', async () => {
    const waiting = await Promise.all(
      Array.from({ length: 10 }, (_, n) => account(`W${serial}.${n}`, target)),
    )
    const moveIn = (id: number) => admin.post(`core/accounts/${id}`, { data: { lifecycleStage: stage } })
    const add = (name: string) =>
      admin.post('core/accounts', { globalFields: { name, lifecycleStage: stage } })
    const bulkUpdate = { level: 'account', type: 'massUpdate', selection: { ids: waiting } }
    const [deleted, ...others] = await Promise.all([
      account(`Before ${serial}`).then(() => remove(stage, target)),
      ...waiting.map(moveIn),
      ...waiting.map((_, n) => add(`N${serial}.${n}`)),
      admin.post('core/accounts/change', { ids: waiting, change: { lifecycleStage: stage } }),
      admin.post('core/entity/bulk', {
        ...bulkUpdate,
        change: { data: { lifecycleStage: stage }, mode: 'set' },
      }),
    ])
    good(deleted)
    expect(others.map(({ status }) => status).filter((status) => ![200, 400, 409].includes(status))).toEqual(
      [],
    )
    expect(await addLate()).toMatchObject({ status: 400 })
    const all = await list(admin, 'accounts', { pageSize: 500 })
    expect(all.data.filter((one: Row) => one.globalFields.lifecycleStageId === stage)).toEqual([])
    expect(namesOf(all)).toContain(`Before ${serial}`)
  })

  it('happens once when two ask for it', async () => {
    await account('Only once')
    const answers = await Promise.all([remove(stage, target), remove(stage, target), remove(stage, target)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404 || status === 409)).toHaveLength(2)
  })

  it('of two stages into each other leaves one of them', async () => {
    const other = await addStage(`Other ${serial}`)
    const ids = [await account('One'), await account('Two', other)]
    const answers = await Promise.all([remove(stage, other), remove(other, stage)])
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200])
    const left = (await stagesOf(admin)).map(({ lifecycleStageId }) => lifecycleStageId)
    for (const id of ids) expect(left).toContain(await stageOf(id))
  })
})

interface Row {
  globalFields: { name: string; lifecycleStageId: number }
}
