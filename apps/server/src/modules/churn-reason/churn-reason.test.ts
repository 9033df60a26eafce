import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChurnReason } from '@steward/contracts/churn-reason'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, list, namesOf, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'core/churn-reasons'
const tree = async (client = admin): Promise<ChurnReason[]> => good(await client.get(url)).data
const put = (reasons: unknown, client = admin) => client.put(url, { reasons })

const wished = ({ reasonId, name, retired }: Omit<ChurnReason, 'children'>) => ({ reasonId, name, retired })

/** The tree as it is written, and to be changed. */
function wish(reasons: readonly ChurnReason[]) {
  return reasons.map((reason) => ({ ...wished(reason), children: reason.children.map(wished) }))
}

const names = (reasons: readonly ChurnReason[]) =>
  reasons.map(({ name, children }) => [name, ...children.map((child) => child.name)].join('/'))

const flat = (reasons: readonly ChurnReason[]) => reasons.flatMap((one) => [one, ...one.children])
const named = (reasons: readonly ChurnReason[], name: string) =>
  flat(reasons).find((one) => one.name === name)!

async function churned(reasonId: number, name = 'Northwind'): Promise<{ id: number; changeSetId: number }> {
  const id = await create(admin, 'accounts', { name })
  const { changeSetId } = good(
    await admin.put(`core/accounts/${id}/churn-status`, { churned: true, reasonId }),
  )
  return { id, changeSetId }
}

describe('the reasons', () => {
  it('of a new company are the usual ones, which every role sees', async () => {
    const foreigner = await app.foreigner()
    expect(names(await tree(foreigner))).toEqual([
      'Price/Budget cut/Too expensive',
      'Product/Missing feature/Quality/Hard to use',
      'Service/Onboarding/Support',
      'Company/Acquired/Closed down',
      'Competitor',
      'Other',
    ])
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const client = await app.as(role)
      expect(await tree(client)).toEqual(await tree())
      expect((await put([], client)).status).toBe(403)
    }
  })

  it('are renamed, ordered, moved and added in one call, and keep their ids', async () => {
    const before = await tree()
    const [price, ...rest] = wish(before)
    const [cut, expensive] = price!.children
    const after = good(
      await put([
        ...rest,
        { ...price, name: ' Money ', children: [expensive, { name: 'No value' }] },
        { ...cut, retired: true },
      ]),
    ).data
    expect(names(after).slice(-3)).toEqual(['Other', 'Money/Too expensive/No value', 'Budget cut'])
    expect(named(after, 'Money').reasonId).toBe(price!.reasonId)
    expect(named(after, 'Budget cut')).toMatchObject({ reasonId: cut!.reasonId, retired: true })
    expect(await tree()).toEqual(after)
    const { body } = await admin.get('audit?action=churn_reason.changed')
    expect(body.data[0]).toMatchObject({
      summary: 'Changed the churn reasons',
      details: { after: expect.arrayContaining(['Money › No value', 'Budget cut']) },
    })
    good(await put(wish(before)))
  })

  it('are told at records by their new names at once', async () => {
    const reasons = await tree()
    const { id } = await churned(named(reasons, 'Quality').reasonId)
    const renamed = wish(reasons).map((one) =>
      one.name === 'Product' ? { ...one, name: 'The product' } : one,
    )
    good(await put(renamed))
    const history = good(await admin.get(`core/accounts/${id}/history`)).data
    const texts = history[0].changes.map((change: { afterText: string }) => change.afterText)
    expect(texts).toContain('The product › Quality')
    good(await put(wish(reasons)))
  })

  it('that records hold are counted, and retire when they are left out; others are deleted', async () => {
    const reasons = await tree()
    const { id, changeSetId } = await churned(named(reasons, 'Support').reasonId)
    expect(named(await tree(), 'Support').records).toBe(1)
    const without = wish(reasons).filter(({ name }) => name !== 'Service' && name !== 'Other')
    const after: ChurnReason[] = good(await put(without)).data
    expect(names(after).at(-1)).toBe('Service/Support')
    expect(
      flat(after)
        .filter(({ retired }) => retired)
        .map(({ name }) => name),
    ).toEqual(['Service', 'Support'])
    expect((await read(admin, 'accounts', id)).globalFields.churnReason).toBe(
      named(after, 'Support').reasonId,
    )
    const again = await admin.put(`core/accounts/${id}/churn-status`, {
      churned: true,
      reasonId: named(after, 'Support').reasonId,
    })
    expect([again.status, again.body.fields]).toEqual([
      400,
      { reasonId: '"Service › Support" is retired. Choose another reason.' },
    ])
    await undo(admin, changeSetId)
    const last: ChurnReason[] = good(await put(without)).data
    expect(names(last)).toEqual(names(after).slice(0, -1))
  })

  it('tell how many records hold them to those who write them alone', async () => {
    const { reasonId } = named(await tree(), 'Competitor')
    await churned(reasonId, 'Somebody else’s')
    const held = (reasons: readonly ChurnReason[]) => named(reasons, 'Competitor').records
    expect(held(await tree())).toBeGreaterThan(0)
    expect(held(good(await put(wish(await tree()))).data)).toBe(held(await tree()))
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const told = flat(await tree(await app.as(role)))
      expect(told.filter(({ records }) => records > 0)).toEqual([])
    }
  })

  it('are asked for with those below them', async () => {
    const reasons = await tree()
    const top = reasons.find(({ children }) => children.length > 1)
    const [first, second] = top!.children
    for (const [name, reason] of [
      ['Chosen alone', top],
      ['One below', first],
      ['Another below', second],
      ['Elsewhere', named(reasons, 'Competitor')],
    ] as const) {
      await churned(reason!.reasonId, `Asked: ${name}`)
    }
    const asked = { field: 'name', operator: 'startsWith', value: 'Asked: ' }
    const found = async (operator: string, value: number[]) => {
      const filter = { and: [asked, { field: 'churnReason', operator, value }] }
      return namesOf(await list(admin, 'accounts', { filter })).map((name) => name.slice('Asked: '.length))
    }
    expect(await found('isSetTo', [top!.reasonId])).toEqual(['Another below', 'Chosen alone', 'One below'])
    expect(await found('isNotSetTo', [top!.reasonId])).toEqual(['Elsewhere'])
    expect(await found('isSetTo', [first!.reasonId])).toEqual(['One below'])
    // A segment asks it of each record in memory.
    const logic = { and: [asked, { field: 'churnReason', operator: 'isSetTo', value: [top!.reasonId] }] }
    const segment = { name: 'Lost to it', segmentLevel: 'account', isPrivate: false, logic }
    const { segmentId } = good(await admin.post('segment', segment)).data
    const since = new Date(app.clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
    const { entered } = good(await admin.get(`segment/${segmentId}/changes?since=${since}`)).data
    expect(entered.records.map(({ name }: { name: string }) => name)).toEqual([
      'Asked: Another below',
      'Asked: Chosen alone',
      'Asked: One below',
    ])
  })

  it('are refused at the path of what is wrong, and nothing is written', async () => {
    const before = await tree()
    const [first] = wish(before)
    const { fields } = (
      await put([
        { name: 'New', children: [{ name: 'Same' }, { name: 'SAME' }] },
        { name: 'new' },
        { ...first, children: [{ reasonId: 999_999, name: 'Nobody’s' }] },
        { ...first, name: 'Twice' },
      ])
    ).body
    expect(fields).toEqual({
      'reasons.0.children.1.name': '"SAME" is already in use. Choose another name.',
      'reasons.1.name': '"new" is already in use. Choose another name.',
      'reasons.2.children.0.reasonId': 'Churn reason 999999 does not exist. Leave out the id for a new one.',
      'reasons.3.reasonId': `Churn reason ${first!.reasonId} appears twice.`,
    })
    const deep = await put([{ name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] }])
    expect(deep.status).toBe(400)
    const unnamed = await put([{ name: ' ' }])
    expect(unnamed.body.fields).toEqual({ 'reasons.0.name': 'Enter a name.' })
    expect(await tree()).toEqual(before)
  })

  it('of another company are unknown', async () => {
    const foreigner = await app.foreigner()
    const [theirs] = wish(await tree(foreigner))
    expect((await put([{ ...theirs, children: [] }])).body.fields).toHaveProperty(['reasons.0.reasonId'])
    const id = await create(admin, 'accounts', { name: 'x' })
    const answer = await admin.put(`core/accounts/${id}/churn-status`, {
      churned: true,
      reasonId: theirs!.reasonId,
    })
    expect(answer.body.fields).toHaveProperty('reasonId')
  })

  it('that somebody else has taken a name of, while records hold it, are refused by name', async () => {
    const reasons = await tree()
    await churned(named(reasons, 'Acquired').reasonId)
    const at = reasons.findIndex(({ name }) => name === 'Company')
    const wanted = wish(reasons).map((one) =>
      one.name === 'Company' ? { ...one, children: [{ name: 'acquired' }] } : one,
    )
    const { fields } = (await put(wanted)).body
    expect(Object.entries(fields)).toEqual([
      [`reasons.${at}.children.0.name`, expect.stringContaining('records use it')],
    ])
  })
})
