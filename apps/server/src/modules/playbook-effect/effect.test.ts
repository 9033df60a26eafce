import type { PlaybookEffectReport } from '@steward/contracts/playbook/effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import {
  applyPlaybook,
  createAccounts,
  createPlaybook,
  instances,
  templates,
} from '../playbook/playbook.fixture.ts'
import { defineField, edit, good } from '../record/record.fixture.ts'

const day = 86_400_000
const count = 200
const effect = 8

let app: TestApp
let manager: Client
let field: string

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  field = (await defineField(await app.as('administrator'), 'account', 'logins', 'number')).name
})
afterAll(() => app.stop())

const reportOf = async (templateId: number): Promise<PlaybookEffectReport> =>
  good(await manager.get(`${templates}/${templateId}/effect`)).data

const measured = (holdOutPercent = 50, days = 30) =>
  createPlaybook(manager, { effect: { measure: 'field', field, days, holdOutPercent } })

async function listTreated(templateId: number): Promise<Set<number>> {
  const { data } = good(await manager.get(`${instances}?templateId=${templateId}&pageSize=1000`))
  return new Set(data.map(({ record }: { record: { id: number } }) => record.id))
}

const set = (id: number, value: number) => edit(manager, 'accounts', id, { [field]: value })
/** Noise of an account that is the same in each run, between -6 and 6, and 0 on average. */
const noise = (id: number) => ((id * 7) % 13) - 6
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

describe('the report on whether a playbook works', () => {
  it('compares both groups with a 95 % interval, from the values at the end of the time of each', async () => {
    const ids = await createAccounts(app, manager, count)
    for (const id of ids) await set(id, 20)
    app.clock.advance(day)
    const templateId = await measured()
    await applyPlaybook(manager, templateId, { entities: ids })
    const treated = await listTreated(templateId)

    const early = await reportOf(templateId)
    expect(early).toMatchObject({ hasEnough: false, difference: null, waiting: count })
    expect([early.treated.records, early.heldOut.records]).toEqual([0, 0])

    app.clock.advance(10 * day)
    const change = (id: number) => noise(id) + (treated.has(id) ? effect : 0)
    for (const id of ids) await set(id, 20 + change(id))
    app.clock.advance(21 * day)
    // What happens after the time is no effect of the playbook.
    for (const id of ids.slice(0, 20)) await set(id, 1000)

    const report = await reportOf(templateId)
    const changes = Map.groupBy(ids, (id) => treated.has(id))
    const means = [true, false].map((group) => mean((changes.get(group) ?? []).map(change)))
    expect(report).toMatchObject({
      hasEnough: true,
      waiting: 0,
      withoutValue: 0,
      contaminatedCount: 0,
      treated: { records: treated.size },
      heldOut: { records: count - treated.size },
    })
    expect(report.treated.mean).toBeCloseTo(means[0] as number, 6)
    expect(report.heldOut.mean).toBeCloseTo(means[1] as number, 6)
    const { value, low, high } = report.difference as NonNullable<typeof report.difference>
    expect(value).toBeCloseTo((means[0] as number) - (means[1] as number), 6)
    expect(low).toBeLessThan(effect)
    expect(high).toBeGreaterThan(effect)
    expect(low).toBeGreaterThan(0)
  })

  it('lists records that ran another playbook beside the groups, and those without a value', async () => {
    const ids = await createAccounts(app, manager, 12)
    for (const id of ids.slice(0, 10)) await set(id, 5)
    const templateId = await measured(0)
    await applyPlaybook(manager, templateId, { entities: ids })
    await applyPlaybook(manager, await createPlaybook(manager, { name: 'Rescue' }), { entities: [ids[0]] })
    app.clock.advance(31 * day)
    const report = await reportOf(templateId)
    expect(report).toMatchObject({
      hasEnough: false,
      difference: null,
      treated: { records: 9, mean: 0 },
      heldOut: { records: 0, mean: null },
      withoutValue: 2,
      contaminatedCount: 1,
      contaminated: [{ id: ids[0], reason: '“Rescue” ran on it within the time.' }],
    })
  })

  it('counts who churned within the time, without those that had churned before', async () => {
    const ids = await createAccounts(app, manager, 6)
    const [before, within, after] = ids as [number, number, number]
    const churn = async (id: number) =>
      good(await manager.put(`core/accounts/${id}/churn-status`, { churned: true }))
    await churn(before)
    app.clock.advance(day)
    const templateId = await createPlaybook(manager, {
      effect: { measure: 'churn', field: null, days: 30, holdOutPercent: 0 },
    })
    await applyPlaybook(manager, templateId, { entities: ids })
    app.clock.advance(10 * day)
    await churn(within)
    app.clock.advance(21 * day)
    await churn(after)
    expect(await reportOf(templateId)).toMatchObject({ treated: { records: 5, mean: 0.2 } })
  })

  it('is for those who edit playbooks, and needs a measure', async () => {
    const templateId = await measured()
    for (const role of ['normalUser', 'viewer'] as const) {
      const client = await app.as(role)
      expect((await client.get(`${templates}/${templateId}/effect`)).status).toBe(403)
    }
    expect((await (await app.foreigner()).get(`${templates}/${templateId}/effect`)).status).toBe(404)
    const without = await manager.get(`${templates}/${await createPlaybook(manager)}/effect`)
    expect(without).toMatchObject({ status: 409, body: { reason: 'playbook.no_measure' } })
  })
})
