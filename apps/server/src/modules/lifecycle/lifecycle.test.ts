import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import type { NewStage, Stage } from './index.ts'

let test: TestApp
let viewer: Client

beforeAll(async () => {
  test = await startTestApp()
  viewer = await test.as('viewer')
})
afterAll(() => test.stop())

async function create(stage: NewStage): Promise<number> {
  const { lifecycle } = test.application.modules
  const db = test.application.platform.database.tenant(test.tenantId)
  const stageId = await transact(db, (tx) => lifecycle.createStage(tx, test.tenantId, stage))
  await lifecycle.forget(test.tenantId)
  return stageId
}

describe('GET /core/lifecycles', () => {
  it.each([
    ['organization', ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk']],
    ['2', ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk']],
    ['contacts', ['Active', 'Champion', 'Inactive']],
    ['pipeline', []],
  ])('lists the stages of level %s in their order, the first one being the default', async (level, names) => {
    const { status, body } = await viewer.get(`core/lifecycles?level=${level}`)
    expect(status).toBe(200)
    expect(body.data.map((stage: Stage) => stage.displayName)).toEqual(names)
    expect(body.data.map((stage: Stage) => stage.isDefault)).toEqual(names.map((_, index) => index === 0))
    expect(body.data.map((stage: Stage) => stage.order)).toEqual(names.map((_, index) => index + 1))
  })

  it.each(['core/lifecycles', 'core/lifecycles?level='])('refuses %s without a level', async (path) => {
    const { status, body } = await viewer.get(path)
    expect(status).toBe(400)
    expect(body.message).toBe('Level cannot be null or undefined')
  })

  it('refuses a level that there is not', async () => {
    const { status, body } = await viewer.get('core/lifecycles?level=product')
    expect(status).toBe(400)
    expect(body.fields.level).toContain('Unknown level "product"')
  })
})

describe('stages', () => {
  it('are found by level and name, in any case', async () => {
    const stageId = await create({ level: 3, displayName: 'Decision maker' })
    const stages = await test.application.modules.lifecycle.stages(test.tenantId)
    const stage = stages.byName(3, ' decision MAKER ')
    expect(stage).toMatchObject({ lifecycleStageId: stageId, entityLevel: 3, order: 4, isDefault: false })
    expect(stages.byId.get(stageId)).toBe(stage)
    expect(stages.byName(2, 'Decision maker')).toBeUndefined()
    expect(stages.defaultOf(3)?.displayName).toBe('Active')
    expect(stages.defaultOf(4)).toBeUndefined()
  })

  it('have names of their own within a level', async () => {
    await expect(create({ level: 1, displayName: 'ADOPTION' })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'lifecycle.name_taken',
      fields: { displayName: expect.stringContaining('"ADOPTION"') },
    })
  })

  it('belong to one tenant', async () => {
    const foreigner = await test.foreigner()
    const { data } = (await foreigner.get('core/lifecycles?level=account')).body
    const stages = await test.application.modules.lifecycle.stages(test.tenantId)
    expect(data).toHaveLength(5)
    for (const stage of data) expect(stages.byId.has(stage.lifecycleStageId)).toBe(false)
  })
})
