import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, edit, good, list, namesOf, undo } from '../record/record.fixture.ts'
import { define, formula, rollup, settled, stateOf, valuesOf } from './calculation.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const money = (currencyDefinitionId: number | undefined, value: number) => ({
  currencyDefinitionId,
  value,
})

const by = (one: string, filter?: object) => ({ childLevel: 'account', function: one, filter })

describe('a formula', () => {
  it('is worked out for present records, for new ones and for changed ones', async () => {
    await defineField(admin, 'account', 'arr', 'number')
    await defineField(admin, 'account', 'seats', 'number')
    const old = await create(admin, 'accounts', { name: 'Old', arr: 100, seats: 4 })
    const id = await define(admin, formula('account', 'per_seat', 'number', '{arr} / {seats}'))
    await settled(app)
    expect((await valuesOf(admin, 'accounts', old))['per_seat']).toBe(25)

    const young = await create(admin, 'accounts', { name: 'Young', arr: 10, seats: 0 })
    await edit(admin, 'accounts', old, { arr: 200 })
    await settled(app)
    expect((await valuesOf(admin, 'accounts', old))['per_seat']).toBe(50)
    expect((await valuesOf(admin, 'accounts', young))['per_seat'] ?? null).toBeNull()
    expect(await stateOf(admin, id)).toMatchObject({
      kind: 'horizontal',
      state: 'ready',
      recordsWithProblems: 1,
      examples: [{ recordId: young, name: 'Young', message: 'Divides by zero.' }],
      dependsOn: [{ name: 'arr' }, { name: 'seats' }],
    })
    await edit(admin, 'accounts', young, { seats: 5 })
    await settled(app)
    expect((await stateOf(admin, id)).recordsWithProblems).toBe(0)
    expect(namesOf(await list(admin, 'accounts', { sort: '-per_seat' }))).toEqual(['Old', 'Young'])
  })

  it('follows another formula, and a change of its definition', async () => {
    const id = await define(admin, formula('account', 'grade', 'string', 'if({per_seat} >= 50, "A", "B")'))
    await settled(app)
    const [old] = (await list(admin, 'accounts', { query: 'Old' })).data
    expect((await valuesOf(admin, 'accounts', old.accountId))['grade']).toBe('A')
    await edit(admin, 'accounts', old.accountId, { arr: 100 })
    await settled(app)
    expect((await valuesOf(admin, 'accounts', old.accountId))['grade']).toBe('B')
    good(await admin.put(`core/fields/${id}`, { calculatedFields: { formula: '"Grade " & {per_seat}' } }))
    await settled(app)
    expect((await valuesOf(admin, 'accounts', old.accountId))['grade']).toBe('Grade 25')
    const seats = (await admin.get('core/fields?level=account&name=seats')).body.data[0].customColumnId
    expect((await stateOf(admin, seats)).usedBy).toMatchObject([{ name: 'per_seat' }])
    const usage = good(await admin.get(`core/fields/${seats}/system-usage`)).data
    expect(usage.uses).toContainEqual({ kind: 'calculated field', name: 'per_seat', count: 1 })
  })

  it('reads options, stages and dates', async () => {
    const { picklistDefinition } = await defineField(admin, 'contact', 'role', 'singlePicklist', {
      picklistDefinition: ['Buyer', 'User'],
    })
    await defineField(admin, 'contact', 'met', 'date')
    await define(
      admin,
      formula('contact', 'line', 'string', '{role} & ", " & {lifecycleStage} & ", " & year({met})'),
    )
    const id = await create(admin, 'contacts', {
      name: 'Ann',
      role: picklistDefinition[0]?.id,
      met: '2025-03-04',
    })
    await settled(app)
    const before = await valuesOf(admin, 'contacts', id)
    expect(before['line']).toMatch(/^Buyer, .+, 2025$/)
    const fieldId = (await admin.get('core/fields?level=contact&name=role')).body.data[0].customColumnId
    const renamed = picklistDefinition.map(({ id: optionId, value }) => ({
      id: optionId,
      value: value === 'Buyer' ? 'Purchaser' : value,
    }))
    good(await admin.put(`core/fields/${fieldId}`, { picklistDefinition: renamed }))
    await settled(app)
    expect((await valuesOf(admin, 'contacts', id))['line']).toMatch(/^Purchaser, /)
  })

  it('goes with the day', async () => {
    await defineField(admin, 'pipeline', 'due', 'date')
    await define(admin, formula('pipeline', 'days_left', 'number', 'daysBetween(today(), {due})'))
    const account = await create(admin, 'accounts', { name: 'Daily' })
    const due = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const id = await create(admin, 'pipelines', { name: 'Deal', account, due })
    await settled(app)
    expect((await valuesOf(admin, 'pipelines', id))['days_left']).toBe(10)
    app.clock.advance(3 * 86_400_000)
    await app.application.platform.database.owner.query(
      `select graphile_worker.add_job('calculation:nightly', '{}'::json)`,
    )
    await expect
      .poll(async () => (await valuesOf(admin, 'pipelines', id))['days_left'], { timeout: 20_000 })
      .toBe(7)
  })

  it('keeps money in its currency, and does not mix currencies', async () => {
    await defineField(admin, 'organization', 'fee', 'currency')
    await defineField(admin, 'organization', 'extra', 'currency')
    await define(admin, formula('organization', 'total', 'currency', '{fee} + ifBlank({extra}, 0)'))
    const currencies = good(await admin.get('currency/active-currencies')).data as {
      currencyDefinitionId: number
    }[]
    const [first, second] = currencies.map((one) => one.currencyDefinitionId)
    const one = await create(admin, 'organizations', { name: 'One', fee: money(second, 5) })
    const two = await create(admin, 'organizations', {
      name: 'Two',
      fee: money(first, 5),
      extra: money(second, 6),
    })
    await settled(app)
    expect((await valuesOf(admin, 'organizations', one))['total']).toMatchObject(money(second, 5))
    expect((await valuesOf(admin, 'organizations', two))['total'] ?? null).toBeNull()
  })
})

describe('a roll-up', () => {
  let organization: number
  let other: number
  let accounts: number[]

  it('counts, adds and picks from the records below', async () => {
    const size = await defineField(admin, 'account', 'size', 'number')
    const signed = await defineField(admin, 'account', 'signed', 'date')
    organization = await create(admin, 'organizations', { name: 'Group' })
    other = await create(admin, 'organizations', { name: 'Others' })
    accounts = []
    for (const [name, value, day] of [
      ['One', 10, '2024-05-01'],
      ['Two', 32.5, '2023-01-01'],
      ['Three', null, null],
    ] as const) {
      accounts.push(await create(admin, 'accounts', { name, organization, size: value, signed: day }))
    }
    const [sizeId, signedId] = [size.customColumnId, signed.customColumnId]
    await define(admin, rollup('organization', 'n', 'number', null, by('count')))
    await define(admin, rollup('organization', 'n_sized', 'number', sizeId, by('count')))
    await define(admin, rollup('organization', 'sum', 'number', sizeId, by('sum')))
    await define(admin, rollup('organization', 'mean', 'number', sizeId, by('average')))
    await define(admin, rollup('organization', 'first', 'date', signedId, by('min')))
    await define(admin, rollup('organization', 'newest', 'number', sizeId, by('latest')))
    const large = { field: 'size', operator: 'greater', value: 20 }
    await define(admin, rollup('organization', 'large', 'number', null, by('count', large)))
    await define(admin, formula('organization', 'share', 'number', '{large} / {n}'))
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({
      n: 3,
      n_sized: 2,
      sum: 42.5,
      mean: 21.25,
      first: '2023-01-01',
      newest: 32.5,
      large: 1,
      share: 0.333333333333333,
    })
    const none = await valuesOf(admin, 'organizations', other)
    expect(none['n']).toBe(0)
    expect(none['sum'] ?? null).toBeNull()
  })

  it('follows children that change, move, are archived or come to be', async () => {
    const [one, two, three] = accounts as [number, number, number]
    await edit(admin, 'accounts', one, { size: 30 })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ sum: 62.5, large: 2 })
    good(await admin.post(`core/accounts/${two}/move`, { formData: { organizationId: other } }))
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ n: 2, sum: 30 })
    expect(await valuesOf(admin, 'organizations', other)).toMatchObject({ n: 1, sum: 32.5, share: 1 })
    good(await admin.put(`core/accounts/${three}/archive`))
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ n: 1, sum: 30 })
    await create(admin, 'accounts', { name: 'Four', organization, size: 1 })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ n: 2, sum: 31, newest: 1 })
  })

  it('counts archived children where its filter asks about them', async () => {
    const filter = { field: 'entityArchived', operator: 'isTrue' }
    const how = { childLevel: 'account', function: 'count', filter }
    await define(admin, rollup('organization', 'gone', 'number', null, how))
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ gone: 1 })
  })

  it('puts amounts of several currencies together in the base, where they have rates', async () => {
    const fee = await defineField(admin, 'account', 'yearly', 'currency')
    const idOf = await currencyIds(admin)
    const inCode = (code: string, value: number) => money(idOf(code), value)
    const mixed = await create(admin, 'organizations', { name: 'Mixed' })
    const euro = await create(admin, 'organizations', { name: 'Euro' })
    const third = await create(admin, 'accounts', {
      name: 'M3',
      organization: mixed,
      yearly: inCode('EUR', 50.505),
    })
    await create(admin, 'accounts', { name: 'M1', organization: mixed, yearly: inCode('USD', 10) })
    await create(admin, 'accounts', { name: 'M2', organization: mixed, yearly: inCode('GBP', 20) })
    await create(admin, 'accounts', { name: 'E1', organization: euro, yearly: inCode('EUR', 1.005) })
    await create(admin, 'accounts', { name: 'E2', organization: euro, yearly: inCode('EUR', 2) })
    const column = fee.customColumnId
    const sum = await define(admin, rollup('organization', 'fees', 'currency', column, by('sum')))
    await define(admin, rollup('organization', 'top_fee', 'currency', column, by('max')))
    const dear = { field: 'yearly', operator: 'greater', value: 30, currencyDefinitionId: idOf('USD') }
    await define(admin, rollup('organization', 'dear', 'number', null, by('count', dear)))
    await settled(app)
    expect(await valuesOf(admin, 'organizations', euro)).toMatchObject({
      fees: inCode('EUR', 3.005),
      dear: 0,
    })
    expect((await valuesOf(admin, 'organizations', mixed))['fees'] ?? null).toBeNull()
    expect(await stateOf(admin, sum)).toMatchObject({
      recordsWithProblems: 1,
      examples: [{ recordId: mixed, message: expect.stringContaining('no exchange rate') }],
    })

    await enterRates(app, admin, { EUR: 0.5, GBP: 0.25 })
    await settled(app)
    // 101.01 + 10 + 80 dollars
    expect(await valuesOf(admin, 'organizations', mixed)).toMatchObject({
      fees: inCode('USD', 191.01),
      top_fee: inCode('USD', 101.01),
      dear: 2,
    })
    expect(await valuesOf(admin, 'organizations', euro)).toMatchObject({ fees: inCode('EUR', 3.005) })
    expect(await stateOf(admin, sum)).toMatchObject({ recordsWithProblems: 0 })
    await edit(admin, 'accounts', third, { yearly: inCode('EUR', 5) })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', mixed)).toMatchObject({ fees: inCode('USD', 100), dear: 1 })
  })

  it('goes up two levels, and explains itself in the history', async () => {
    const score = await defineField(admin, 'contact', 'score', 'number')
    const sum = { childLevel: 'contact', function: 'sum' }
    const onAccount = await define(admin, rollup('account', 'score', 'number', score.customColumnId, sum))
    const up = { childLevel: 'account', function: 'max' }
    await define(admin, rollup('organization', 'best', 'number', onAccount, up))
    const [one] = accounts as [number]
    const person = await create(admin, 'contacts', { name: 'Bo', account: one, score: 3 })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ best: 3 })
    const changed = await edit(admin, 'contacts', person, { score: 8 })
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ best: 8 })
    const { data } = good(await admin.get(`core/organizations/${organization}/history?field=best`))
    expect(data[0]).toMatchObject({
      source: 'system',
      action: 'calculate',
      by: { id: null, name: 'Steward' },
      changes: [{ field: 'best', before: 3, after: 8, restorable: false }],
    })
    const refused = await admin.post(`core/change-sets/${data[0].changeSetId}/undo`)
    expect(refused.body).toMatchObject({ code: 'conflict', reason: 'undo.calculated' })
    await undo(admin, changed)
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ best: 3 })
  })

  it('does not keep a record from being undone', async () => {
    const made = good(
      await admin.post('core/accounts', { globalFields: { name: 'Short', organization, size: 1000 } }),
    )
    await settled(app)
    const { undone } = await undo(admin, made.changeSetId)
    expect(undone).toBe(1)
    await settled(app)
    expect(await valuesOf(admin, 'organizations', organization)).toMatchObject({ n: 2, sum: 31 })
  })
})

describe('a roll-up of a system field', () => {
  it.each([
    [-3, 2],
    [-4, 2],
    [-2, 1],
  ])('%s counts the records where it is set', async (childId, count) => {
    const name = `set_${-childId}`
    const organization = await create(admin, 'organizations', { name })
    await create(admin, 'accounts', { name: 'First', organization, 'system:pulse': 3 })
    await create(admin, 'accounts', { name: 'Second', organization })
    await define(admin, rollup('organization', name, 'number', childId, by('count')))
    await settled(app)
    expect((await valuesOf(admin, 'organizations', organization))[name]).toBe(count)
  })
})
