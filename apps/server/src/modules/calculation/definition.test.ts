import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good } from '../record/record.fixture.ts'
import { define, formula, rollup, settled, stateOf, valuesOf } from './calculation.fixture.ts'

let app: TestApp
let admin: Client
let arr: number

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  arr = (await defineField(admin, 'account', 'arr', 'number')).customColumnId
  await defineField(admin, 'account', 'plan', 'string')
})
afterAll(() => app.stop())

const refusal = async (body: object) => {
  const answer = await admin.post('core/fields', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return answer.body.fields
}

describe('a definition', () => {
  it('is sent and read back', async () => {
    const created = good(
      await admin.post('core/fields', formula('account', 'monthly', 'number', '{arr} / 12')),
    )
    expect(created.data).toMatchObject({
      horizontal: true,
      vertical: false,
      calculatedFields: { formula: '{arr} / 12' },
      isEditable: false,
      required: false,
    })
    const filter = { field: 'arr', operator: 'greater', value: 5 }
    const how = { childLevel: 'account', function: 'sum', filter }
    const rolled = good(await admin.post('core/fields', rollup('organization', 'arr', 'number', arr, how)))
    expect(rolled.data).toMatchObject({
      vertical: true,
      childId: arr,
      rollup: { childLevel: 2, function: 'sum', filter },
    })
    const plain = (await admin.get('core/fields?level=account&name=plan')).body.data[0]
    expect(plain).toMatchObject({ horizontal: false, vertical: false })
    expect(plain).not.toHaveProperty('childId')
    expect(plain).not.toHaveProperty('calculatedFields')
  })

  it.each([
    [
      'a fault in the formula',
      formula('account', 'x', 'number', '{arr} +'),
      'calculatedFields.formula',
      'missing after "+"',
    ],
    ['an unknown field', formula('account', 'x', 'number', '{size}'), 'calculatedFields.formula', '{size}'],
    ['another type', formula('account', 'x', 'number', '{plan}'), 'dataType', 'returns a text'],
    [
      'a type that is never calculated',
      formula('account', 'x', 'email', '{plan}'),
      'dataType',
      "can't have the type",
    ],
    ['both kinds', { ...formula('account', 'x', 'number', '1'), vertical: true }, 'vertical', 'not both'],
    [
      'a formula of a plain field',
      { ...formula('account', 'x', 'number', '1'), horizontal: false },
      'calculatedFields',
      'Only',
    ],
    [
      'no formula',
      { ...formula('account', 'x', 'number', '1'), calculatedFields: undefined },
      'calculatedFields',
      'Enter the formula',
    ],
    [
      'a required one',
      { ...formula('account', 'x', 'number', '1'), required: true },
      'required',
      "can't be required",
    ],
  ])('with %s is refused where it stands', async (_, body, path, words) => {
    expect((await refusal(body))[path]).toContain(words)
  })

  it.each([
    [
      'no level below',
      'contact',
      'number',
      null,
      { childLevel: 'account', function: 'count' },
      'rollup.childLevel',
      'no records below',
    ],
    [
      'a level above',
      'account',
      'number',
      null,
      { childLevel: 'organization', function: 'count' },
      'rollup.childLevel',
      'contacts, pipelines',
    ],
    [
      'no field to add',
      'account',
      'number',
      null,
      { childLevel: 'contact', function: 'sum' },
      'childId',
      'Choose',
    ],
    [
      'an unknown field',
      'account',
      'number',
      99_999,
      { childLevel: 'contact', function: 'sum' },
      'childId',
      '99999',
    ],
    [
      'a text to add',
      'account',
      'number',
      -5,
      { childLevel: 'contact', function: 'sum' },
      'rollup.function',
      'count, latest',
    ],
    [
      'another type',
      'account',
      'date',
      -1,
      { childLevel: 'contact', function: 'max' },
      'dataType',
      '"Numeric" or "Percentage"',
    ],
    [
      'a filter on records above',
      'organization',
      'number',
      null,
      { childLevel: 'account', function: 'count', filter: { field: 'organization.name', operator: 'set' } },
      'rollup.filter',
      'only fields of the accounts',
    ],
    [
      'a filter that no field takes',
      'organization',
      'number',
      null,
      { childLevel: 'account', function: 'count', filter: { field: 'arr', operator: 'isTrue' } },
      'rollup.filter.operator',
      'isTrue',
    ],
  ] as const)(
    'of a roll-up with %s is refused where it stands',
    async (_, level, type, child, how, path, words) => {
      expect((await refusal(rollup(level, 'x', type, child, how)))[path]).toContain(words)
    },
  )

  it('closes no loop by taking the name of a deleted field that a formula still asks for', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'gone', 'number')
    await define(admin, formula('account', 'left', 'number', '{Gone} + 1'))
    good(await admin.delete(`core/fields/${customColumnId}`))
    expect(await refusal(formula('account', 'gone', 'number', '{left} + 1'))).toEqual({
      'calculatedFields.formula': 'This would be a circular reference: "gone" from "left" from "gone".',
    })
    await define(admin, formula('account', 'gone', 'number', '{arr}'))
  })

  it('closes no loop, and names the one that it would close', async () => {
    const one = await define(admin, formula('account', 'one', 'number', '{arr} + 1'))
    await define(admin, formula('account', 'two', 'number', '{one} + 1'))
    await define(admin, formula('account', 'three', 'number', '{two} + 1'))
    const looped = await admin.put(`core/fields/${one}`, { calculatedFields: { formula: '{three}' } })
    expect(looped.status).toBe(400)
    expect(looped.body.fields).toEqual({
      'calculatedFields.formula':
        'This would be a circular reference: "one" from "three" from "two" from "one".',
    })
    const itself = await admin.put(`core/fields/${one}`, { calculatedFields: { formula: '{one}' } })
    expect(itself.body.fields['calculatedFields.formula']).toBe('"one" would be calculated from itself.')
  })

  it('stays of its kind', async () => {
    const id = await define(admin, formula('account', 'fixed', 'number', '1'))
    expect((await admin.put(`core/fields/${id}`, { horizontal: false })).body.fields.horizontal).toContain(
      'Create a new field',
    )
    expect((await admin.put(`core/fields/${arr}`, { horizontal: true })).body.fields.horizontal).toContain(
      'Create a new field',
    )
    const same = { horizontal: true, vertical: false, displayName: 'Fixed value', isEditable: true }
    expect(good(await admin.put(`core/fields/${id}`, same)).data).toMatchObject({ isEditable: false })
    expect((await stateOf(admin, arr)).kind).toBe('plain')
  })
})

describe('a calculated value', () => {
  it('is set by nobody', async () => {
    await define(admin, formula('account', 'twice', 'number', '{arr} * 2'))
    const created = await admin.post('core/accounts', { globalFields: { name: 'New', twice: 3 } })
    expect(created.body.fields.twice).toBe('twice is calculated, so it cannot be set.')
    const id = await create(admin, 'accounts', { name: 'Other', arr: 4 })
    const edited = await admin.post(`core/accounts/${id}`, { data: { twice: 3 } })
    expect(edited.status).toBe(400)
    await settled(app)
    expect((await valuesOf(admin, 'accounts', id))['twice']).toBe(8)
  })

  it('goes when a field that it reads is deleted, and comes back with it', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'base', 'number')
    const id = await define(admin, formula('account', 'from_base', 'number', '{base} + 1'))
    const record = await create(admin, 'accounts', { name: 'Based', base: 1 })
    await settled(app)
    expect((await valuesOf(admin, 'accounts', record))['from_base']).toBe(2)
    good(await admin.delete(`core/fields/${customColumnId}`))
    await settled(app)
    expect((await valuesOf(admin, 'accounts', record))['from_base'] ?? null).toBeNull()
    expect(await stateOf(admin, id)).toMatchObject({
      state: 'broken',
      problem: 'This level has no field {base}.',
    })
    await defineField(admin, 'account', 'base', 'number')
    await edit(admin, 'accounts', record, { base: 5 })
    await settled(app)
    expect(await stateOf(admin, id)).toMatchObject({ state: 'ready', problem: null })
    expect((await valuesOf(admin, 'accounts', record))['from_base']).toBe(6)
    good(await admin.delete(`core/fields/${id}`))
    await settled(app)
    expect((await admin.get(`core/fields/${id}/calculation`)).status).toBe(404)
  })
})

const check = (body: object) => admin.post('core/fields/formula/check', { level: 'account', ...body })

describe('checking a formula', () => {
  it('gives its type and fields, and its value for a record', async () => {
    const recordId = await create(admin, 'accounts', { name: 'Checked', arr: 12_000 })
    expect(good(await check({ formula: '{arr} / 12', recordId })).data).toEqual({
      dataType: 'number',
      fields: ['arr'],
      problems: [],
      result: 1000,
      resultText: '1,000',
    })
    expect(good(await check({ formula: '{arr} / 0', recordId })).data).toMatchObject({
      result: null,
      resultText: '',
      resultProblem: 'Divides by zero.',
    })
  })

  it('is not written to the audit log', async () => {
    good(await check({ formula: '{arr} / 12' }))
    const { data } = good(await admin.get('audit?pageSize=100'))
    expect(data.filter(({ action }: { action: string }) => action.endsWith('checkFormula'))).toEqual([])
  })

  it('points at its problems', async () => {
    expect(good(await check({ formula: '1 + {plan}' })).data).toMatchObject({
      problems: [{ from: 4, to: 10, message: '"+" needs numbers, but this is a text. Join texts with &.' }],
    })
    expect(good(await check({ formula: '{plan}', dataType: 'number' })).data.problems[0].message).toContain(
      'text',
    )
    const id = await define(admin, formula('account', 'looped', 'number', '1'))
    await define(admin, formula('account', 'loop_reader', 'number', '{looped}'))
    const loop = good(await check({ formula: '{loop_reader}', fieldId: id })).data
    expect(loop.problems[0].message).toContain('circular reference')
  })

  it('is for those who define fields, and shows nobody a record that is not there', async () => {
    const manager = await app.as('normalUser')
    const body = { level: 'account', formula: '1' }
    expect((await manager.post('core/fields/formula/check', body)).status).toBe(403)
    expect((await check({ formula: '1', recordId: 999_999 })).status).toBe(404)
    const foreigner = await app.foreigner()
    const recordId = await create(admin, 'accounts', { name: 'Ours' })
    expect((await foreigner.post('core/fields/formula/check', { ...body, recordId })).status).toBe(404)
  })
})
