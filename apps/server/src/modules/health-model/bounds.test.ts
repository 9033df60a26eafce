import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { boundsOf, measureOf, publishModel, saveDraft } from './health-model.fixture.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

describe('a stage', () => {
  it('tells which measures and bounds are of it', async () => {
    const { data } = (await admin.get('core/lifecycles?level=account')).body
    const stageId = data[2].lifecycleStageId
    const ofStage = { scope: 2 as const, scopeReferenceId: stageId }
    await saveDraft(admin, 2, {
      measures: [measureOf(), measureOf({ ...ofStage, name: 'At the end' })],
      bounds: [boundsOf(3, 8, stageId)],
    })
    const { body } = await admin.get(`core/lifecycles/${stageId}/systemUsage`)
    expect(body.data.uses).toEqual([
      { kind: 'health-measure', name: 'At the end', count: 1 },
      { kind: 'health-bound', name: '3 and 8', count: 1 },
    ])
  })
})

describe('bounds', () => {
  it('colour records and lists by their stage, once they are published', async () => {
    const create = async (name: string) => {
      const { body } = await admin.post('core/accounts', { globalFields: { name } })
      return body.data
    }
    const organization = await admin.post('core/organizations', { globalFields: { name: 'Org' } })
    expect(organization.status).toBe(200)
    const made = await create('Acme')
    const accountId = made.accountId
    const stageId = made.globalFields.lifecycleStageId
    const { database } = test.application.platform
    await database.owner.query('update record set health = 5 where tenant_id = $1 and record_id = $2', [
      test.tenantId,
      accountId,
    ])
    const seen = async () => {
      const one = (await admin.get(`core/accounts/${accountId}`)).body.data.globalFields.healthStatus
      const list = (await admin.get('core/accounts')).body.data
      const inList = list.find((row: { accountId: number }) => row.accountId === accountId)
      return [one, inList.globalFields.healthStatus]
    }
    expect(await seen()).toEqual(['Average', 'Average'])
    await saveDraft(admin, 2, { bounds: [boundsOf(2, 3), boundsOf(6, 8, stageId)] })
    expect(await seen()).toEqual(['Average', 'Average'])
    await publishModel(admin, 2, { bounds: [boundsOf(2, 3), boundsOf(6, 8, stageId)] })
    expect(await seen()).toEqual(['Poor', 'Poor'])
    await publishModel(admin, 2, { bounds: [boundsOf(2, 3)] })
    expect(await seen()).toEqual(['Good', 'Good'])
  })
})
