import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import type { FieldService } from './index.ts'

let test: TestApp
let service: FieldService
let admin: Client
let serial = 0

beforeAll(async () => {
  test = await startTestApp()
  service = test.application.modules.fields
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

async function create(body: object): Promise<Field> {
  serial += 1
  const displayName = `Field number ${serial}`
  const field = { displayName, dataType: 'string', columnLevel: 'account', ...body }
  return (await admin.post('core/fields', field)).body.data
}

describe('the options of a field', () => {
  let field: Field
  const used = new Set<number>()
  const edit = (picklistDefinition: unknown[]) =>
    admin.put(`core/fields/${field.customColumnId}`, { picklistDefinition })
  const idOf = (value: string) => field.picklistDefinition.find((option) => option.value === value)?.id

  beforeEach(async () => {
    used.clear()
    service.registerOptionUse(async (_tx, _tenantId, _field, ids) => ids.filter((id) => used.has(id)))
    field = await create({ dataType: 'singlePicklist', picklistDefinition: ['A', 'B', 'C'] })
  })

  it('keep their ids by id and by text, and take the new order', async () => {
    const { body } = await edit(['c', { id: idOf('A'), value: 'Alpha', color: '#ff0000' }, 'D', 'B'])
    const options = body.data.picklistDefinition
    expect(options.map(({ id, value }: { id: number; value: string }) => [id, value])).toEqual([
      [idOf('C'), 'c'],
      [idOf('A'), 'Alpha'],
      [expect.any(Number), 'D'],
      [idOf('B'), 'B'],
    ])
    expect(options[1].color).toBe('#ff0000')
  })

  it('may exchange their texts', async () => {
    const { status, body } = await edit([
      { id: idOf('A'), value: 'B' },
      { id: idOf('B'), value: 'A' },
      { id: idOf('C'), value: 'C' },
    ])
    expect(status).toBe(200)
    expect(body.data.picklistDefinition.map((option: { id: number }) => option.id)).toEqual([
      idOf('A'),
      idOf('B'),
      idOf('C'),
    ])
    expect(body.data.picklistDefinition[0].value).toBe('B')
  })

  it('that are left out go, but are retired where a record holds them, and come back when listed', async () => {
    used.add(idOf('B') ?? 0)
    const { body } = await edit(['C'])
    expect(body.data.picklistDefinition).toEqual([
      { id: idOf('C'), value: 'C', color: null, retired: false },
      { id: idOf('B'), value: 'B', color: null, retired: true },
    ])
    const again = await edit(['b', 'C'])
    expect(again.body.data.picklistDefinition).toEqual([
      { id: idOf('B'), value: 'b', color: null, retired: false },
      { id: idOf('C'), value: 'C', color: null, retired: false },
    ])
  })

  it('of another field are refused', async () => {
    const other = await create({ dataType: 'singlePicklist', picklistDefinition: ['X'] })
    const { status, body } = await edit([{ id: other.picklistDefinition[0]?.id, value: 'A' }])
    expect(status).toBe(400)
    expect(body.fields['picklistDefinition.0']).toContain('This field has no option with the id')
  })

  it('may be emptied', async () => {
    const { body } = await edit([])
    expect(body.data.picklistDefinition).toEqual([])
  })

  it('are added by two imports at once, each only once', async () => {
    const db = test.application.platform.database.tenant(test.tenantId)
    const add = (values: string[]) =>
      transact(db, (tx) => service.addOptions(tx, test.tenantId, field.customColumnId, values))
    const [one, two] = await Promise.all([
      add(['New', 'Élan', ' a ', 'Other']),
      add(['OTHER', 'élan', 'new', '', 'Third']),
    ])
    await service.forget(test.tenantId)
    expect(one.map((option) => option.value.toLowerCase())).toEqual(['new', 'élan', 'a', 'other'])
    expect(two.map((option) => option.value.toLowerCase())).toEqual(['other', 'élan', 'new', 'third'])
    expect(two[0]?.id).toBe(one[3]?.id)
    expect(one[2]?.id).toBe(idOf('A'))
    const known = (await service.catalogue(test.tenantId, 2)).byKey(String(field.customColumnId))
    expect(known?.options).toHaveLength(7)
  })

  it('are not added to other fields, or beyond what fits', async () => {
    const db = test.application.platform.database.tenant(test.tenantId)
    const add = (fieldId: number, values: string[]) =>
      transact(db, (tx) => service.addOptions(tx, test.tenantId, fieldId, values))
    const text = await create({})
    await expect(add(text.customColumnId, ['A'])).rejects.toMatchObject({ code: 'not_found' })
    await expect(add(field.customColumnId, ['x'.repeat(256)])).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const many = Array.from({ length: 2000 }, (_, index) => `Option ${index}`)
    await expect(add(field.customColumnId, many)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
