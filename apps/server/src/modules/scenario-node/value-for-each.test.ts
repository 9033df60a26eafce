import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, read } from '../record/record.fixture.ts'
import {
  activated,
  createScenario,
  good,
  node,
  onCreated,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf } from '../scenario-run/run.fixture.ts'

let app: TestApp
let manager: Client
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  admin = await app.as('administrator')
  const fields = {
    seats: 'number',
    price: 'currency',
    total: 'currency',
    share: 'percentage',
    tags: 'string',
  }
  for (const [name, type] of Object.entries({ ...fields, diary: 'longText', since: 'date' })) {
    await defineField(admin, 'account', name, type)
  }
  const calculation = { horizontal: true, calculatedFields: { formula: '{seats} * 2' } }
  await defineField(admin, 'account', 'twice', 'number', calculation)
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })
const fieldsOf = async (id: number) => (await read(manager, 'accounts', id)).customFields

type Settings = Record<string, unknown>

const money = (currencyDefinitionId: number, value: number) => ({ currencyDefinitionId, value })

const byFormula = (field: string, formula: string): Settings => ({ field, operation: 'formula', formula })
const appending = (field: string, value: string): Settings => ({ field, operation: 'append', value })

async function run(ids: readonly number[], settings: Settings): Promise<number> {
  const nodes = [runNow({ ids }, 'set'), node('set', 'setAttribute', settings)]
  const scenarioId = await activated(manager, scenario(nodes))
  await settle(app)
  return scenarioId
}

/** Outcomes at the node, by record. */
async function outcomes(scenarioId: number): Promise<Record<number, string>> {
  const all = await executions(manager, scenarioId, 'set')
  return Object.fromEntries(
    all.map((one: { record: { id: number }; status: string; reason: string | null }) => [
      one.record.id,
      [one.status, one.reason].filter(Boolean).join(': '),
    ]),
  )
}

/** Outcomes in the rehearsal of a new scenario, by record, before anything is done. */
async function rehearsed(ids: readonly number[], settings: Settings) {
  const nodes = [runNow({ ids }, 'set'), node('set', 'setAttribute', settings)]
  const scenarioId = await createScenario(manager, scenario(nodes))
  const url = `${scenariosPath}/${scenarioId}/rehearsal`
  good(await manager.post(url, {}))
  await expect.poll(async () => good(await manager.get(url)).data.state, { timeout: 60_000 }).toBe('done')
  const { data } = good(await manager.get(`${url}/actions`))
  const said: [number, { effect: string | null; outcome: string }][] = data.map(
    (one: { record: { id: number }; status: string; reason: string | null; effect: string | null }) => [
      one.record.id,
      { effect: one.effect, outcome: [one.status, one.reason].filter(Boolean).join(': ') },
    ],
  )
  return new Map(said)
}

/** Rehearses and runs the same, and holds one against the other. */
async function both(ids: readonly number[], settings: Settings) {
  const before = await rehearsed(ids, settings)
  const scenarioId = await run(ids, settings)
  const after = await outcomes(scenarioId)
  expect(Object.fromEntries([...before].map(([id, { outcome }]) => [id, outcome]))).toEqual(after)
  return { scenarioId, outcomes: after, effects: ids.map((id) => before.get(id)?.effect ?? null) }
}

const faultsOf = async (settings: Settings): Promise<Record<string, string>> => {
  const body = scenario([onCreated('set'), node('set', 'setAttribute', settings)])
  const { fields = {} } = (await manager.post(scenariosPath, body)).body
  const entries = Object.entries(fields as Record<string, string>)
  return Object.fromEntries(entries.map(([path, message]) => [path.split('.').at(-1) as string, message]))
}

describe('a formula', () => {
  it('gives each record its own value, counts on from the one before, and is undone', async () => {
    const ids = [await account('One', { seats: 1 }), await account('Ten', { seats: 10 })]
    const { scenarioId, effects } = await both(ids, byFormula('seats', '{seats} * 2 + 1'))
    expect(effects).toEqual(['Set seats to 3.', 'Set seats to 21.'])
    expect(await Promise.all(ids.map(async (id) => (await fieldsOf(id)).seats))).toEqual([3, 21])
    expect(await summaryOf(manager, scenarioId, 'set')).toMatchObject({ completed: 2 })
    const { rows } = await app.application.platform.database.owner.query(
      `select distinct change_set_id as id from record_change where via_kind = 'scenario' and via_id = $1`,
      [scenarioId],
    )
    expect(rows).toHaveLength(1)
    good(await manager.post(`core/change-sets/${rows[0].id}/undo`))
    expect((await fieldsOf(ids[0] as number)).seats).toBe(1)
  })

  it('skips a record for which it has no value, and says why', async () => {
    const [empty, none, full] = [
      await account('Empty', { share: 7 }),
      await account('None', { seats: 0, share: 7 }),
      await account('Full', { seats: 4, share: 7 }),
    ]
    const { outcomes: found } = await both([empty, none, full], byFormula('share', '100 / {seats}'))
    expect(found).toEqual({
      [empty]: 'unattended_skip: The formula has no value for this record: seats is empty.',
      [none]: 'unattended_skip: The formula has no value for this record. Divides by zero.',
      [full]: 'completed',
    })
    const shares = [empty, none, full].map(async (id) => (await fieldsOf(id)).share)
    expect(await Promise.all(shares)).toEqual([7, 7, 25])
  })

  it('keeps the currency of its amounts, and takes no two of them together', async () => {
    const { data } = good(await manager.get('currency/active-currencies'))
    const [first, second] = data.map((one: { currencyDefinitionId: number }) => one.currencyDefinitionId)
    const alike = await account('Alike', { price: money(second, 5), total: money(second, 2), seats: 3 })
    const mixed = await account('Mixed', { price: money(first, 5), total: money(second, 2), seats: 3 })
    const { outcomes: found } = await both([alike, mixed], byFormula('total', '{total} + {price} * {seats}'))
    expect((await fieldsOf(alike)).total).toMatchObject(money(second, 17))
    expect((await fieldsOf(mixed)).total).toMatchObject(money(second, 2))
    expect(found[mixed]).toContain(
      'unattended_skip: The formula has no value for this record. The amounts have',
    )
  })

  it('reads days as they are on the day of the run', async () => {
    const id = await account('Dated')
    await both([id], byFormula('since', 'addDays(today(), 10)'))
    const day = new Date(app.clock.now().getTime() + 10 * 24 * 3600_000).toISOString().slice(0, 10)
    expect((await fieldsOf(id)).since).toBe(day)
  })

  it('is refused where it is wrong, with a sentence', async () => {
    expect(await faultsOf(byFormula('seats', ''))).toEqual({ formula: 'Enter a formula.' })
    expect(await faultsOf(byFormula('seats', '{nothing} + 1'))).toEqual({
      formula: expect.stringContaining('nothing'),
    })
    expect(await faultsOf(byFormula('seats', '"a" & "b"'))).toEqual({
      formula: expect.stringContaining('The formula returns a text'),
    })
    expect(await faultsOf(byFormula('seats', '{twice} + 1'))).toEqual({
      formula: 'This would be a circular reference: "seats" from "twice" from "seats".',
    })
    expect(await faultsOf(byFormula('twice', '1'))).toEqual({
      field: 'twice is calculated, so it cannot be set.',
    })
    expect(await faultsOf(byFormula('gone', '1'))).toEqual({
      field: expect.stringContaining('does not exist'),
    })
  })

  it('has a problem once a field that it reads is gone, and is not activated', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'brief', 'number')
    const id = await account('Left', { brief: 1, seats: 1 })
    const nodes = [runNow({ ids: [id] }, 'set'), node('set', 'setAttribute', byFormula('seats', '{brief}'))]
    const scenarioId = await createScenario(manager, scenario(nodes))
    good(await admin.delete(`core/fields/${customColumnId}`))
    const refused = await manager.patch(`${scenariosPath}/${scenarioId}/activate`)
    expect(JSON.stringify(refused.body)).toContain('brief')
    expect(refused.status).toBe(400)
  })
})

describe('an appended text', () => {
  it('comes after a comma, or on a new line of a long text, with its placeholders filled', async () => {
    const ids = [await account('Acme', { tags: 'EU', diary: 'Met.' }), await account('Bare')]
    const { effects } = await both(ids, appending('tags', 'Pilot {{record.name}}'))
    expect(effects).toEqual(['Append “Pilot Acme” to tags.', 'Append “Pilot Bare” to tags.'])
    await both(ids, appending('diary', 'Called.'))
    const found = await Promise.all(ids.map(fieldsOf))
    expect(found.map(({ tags, diary }) => [tags, diary])).toEqual([
      ['EU, Pilot Acme', 'Met.\nCalled.'],
      ['Pilot Bare', 'Called.'],
    ])
  })

  it('becomes a paragraph of a document', async () => {
    const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Log' }] }
    const id = await account('Formed', { diary: JSON.stringify({ type: 'doc', content: [heading] }) })
    await both([id], appending('diary', 'Called.'))
    expect(JSON.parse((await fieldsOf(id)).diary)).toMatchObject({
      plainText: 'Log\nCalled.',
      content: [heading, { type: 'paragraph' }],
    })
  })

  it('fails for a record whose text would be too long, and skips one with nothing to append', async () => {
    const [short, long] = [await account('Short'), await account('Long', { tags: 'x'.repeat(998) })]
    const { outcomes: found } = await both([short, long], appending('tags', 'More'))
    expect(found[short]).toBe('completed')
    expect(found[long]).toBe('unattended_failure: tags can have at most 1,000 characters; this has 1,004.')
    const { outcomes: skipped } = await both([short], appending('tags', '{{organization.name}}'))
    expect(skipped[short]).toContain('unattended_skip: There is nothing to append')
    expect((await fieldsOf(short)).tags).toBe('More')
  })

  it('is refused for what is no text, and without one', async () => {
    expect(await faultsOf(appending('seats', 'x'))).toEqual({ operation: "Text can't be appended to seats." })
    expect(await faultsOf(appending('tags', ' '))).toEqual({ value: 'Enter a text.' })
    expect(await faultsOf(appending('tags', 'x'.repeat(1001)))).toEqual({
      value: expect.stringContaining('at most 1,000'),
    })
  })

  it('keeps what someone wrote in between', async () => {
    const id = await account('Between', { tags: 'A' })
    const scenarioId = await createScenario(
      manager,
      scenario([runNow({ ids: [id] }, 'set'), node('set', 'setAttribute', appending('tags', 'B'))]),
    )
    await edit(manager, 'accounts', id, { tags: 'C' })
    good(await manager.patch(`${scenariosPath}/${scenarioId}/activate`))
    await settle(app)
    expect((await fieldsOf(id)).tags).toBe('C, B')
  })
})
