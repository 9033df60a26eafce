import { describe, expect, it } from 'vitest'
import { builtInFields, fieldAliases } from '@steward/contracts/built-in-field'
import type { CreateField } from '@steward/contracts/field'
import { deriveName, isReserved } from '@steward/contracts/field-name'
import { buildCatalogue } from './field.catalogue.ts'
import { faultsOfEdit, faultsOfNew, faultsOfOrder, faultsOfSystemEdit, isRequired } from './field.rules.ts'
import { customColumnSql } from './field.sql.ts'
import { distinctTexts, planOptions, retireUsed } from './field-option.rules.ts'

const field = (field_id: number, display_name: string, data_type = 'string') => ({
  field_id,
  level: 2,
  name: display_name.toLowerCase(),
  display_name,
  data_type,
})

const option = (option_id: number, value: string, retired = false) => ({
  option_id,
  field_id: 7,
  value,
  color: null,
  retired,
})

const newField = (changes: Partial<CreateField>): CreateField => ({
  displayName: 'Region',
  dataType: 'string',
  columnLevel: 2,
  description: '',
  vertical: false,
  horizontal: false,
  required: false,
  isVisible: true,
  isEditable: true,
  isDefault: false,
  picklistDefinition: [],
  ...changes,
})

describe('deriveName', () => {
  it.each([
    ['Annual revenue', [], 'annual_revenue'],
    ['  Größe (m²) ', [], 'gro_e_m2'],
    ['Équipe', [], 'equipe'],
    ['2nd contact', [], 'field_2nd_contact'],
    ['地域', [], 'field'],
    ['Region', ['REGION', 'region_2'], 'region_3'],
    ['Email', [], 'email_2'],
    ['Name', ['name_2'], 'name_3'],
    ['x'.repeat(100), ['x'.repeat(63)], `${'x'.repeat(61)}_2`],
  ])('makes of %j beside %j the name %s', (displayName, taken, name) => {
    expect(deriveName(displayName, taken)).toBe(name)
  })
})

it('keeps the names and short names of all built-in fields for them', () => {
  for (const { name } of builtInFields) expect(isReserved(name)).toBe(true)
  for (const alias of Object.keys(fieldAliases)) expect(isReserved(alias.toUpperCase())).toBe(true)
  expect(isReserved('nps')).toBe(true)
  expect(isReserved('region')).toBe(false)
})

describe('faults of a definition', () => {
  it('gives options to picklists only', () => {
    const options = { picklistDefinition: ['A'] }
    expect(faultsOfNew(newField({ ...options, dataType: 'singlePicklist' }), 0)).toEqual({})
    expect(faultsOfNew(newField({ ...options, dataType: 'multiPicklist' }), 0)).toEqual({})
    expect(faultsOfNew(newField(options), 0)['picklistDefinition']).toContain(
      "Text fields can't have options",
    )
    expect(faultsOfEdit(field(1, 'Age', 'number'), options)['picklistDefinition']).toContain('Numeric')
  })

  it('allows 500 fields on a level', () => {
    expect(faultsOfNew(newField({}), 499)).toEqual({})
    expect(faultsOfNew(newField({}), 500)['columnLevel']).toContain('Account has 500 custom fields')
  })

  it('keeps type, level and name, and takes them when they are the same', () => {
    const region = field(1, 'Region')
    expect(faultsOfEdit(region, { dataType: 'string', columnLevel: 2, name: 'region' })).toEqual({})
    expect(faultsOfEdit(region, {})).toEqual({})
    const faults = faultsOfEdit(region, { dataType: 'number', columnLevel: 1, name: 'area' })
    expect(Object.keys(faults)).toEqual(['dataType', 'columnLevel', 'name'])
  })

  it('always requires the mandatory types', () => {
    expect(isRequired('mandatoryDate', false)).toBe(true)
    expect(isRequired('mandatoryNumber', false)).toBe(true)
    expect(isRequired('date', false)).toBe(false)
    expect(isRequired('date', true)).toBe(true)
  })
})

describe('faultsOfOrder', () => {
  const fields = [field(1, 'Region'), field(2, 'Tier')]
  it.each([
    [[2, 1], undefined],
    [[1], 'The order is missing "Tier" (2).'],
    [[1, 2, 9], 'Unknown fields: 9.'],
    [[1, 2, 2, 2], 'The order contains 2 more than once.'],
    [
      [9, 9],
      'The order is missing "Region" (1), "Tier" (2). Unknown fields: 9. The order contains 9 more than once.',
    ],
    [[1, 2, 11, 12, 13, 14, 15, 16, 17], 'Unknown fields: 11, 12, 13, 14, 15 and 2 more.'],
  ])('says of the order %j: %s', (order, sentence) => {
    expect(faultsOfOrder(fields, order)['orderArray']).toBe(sentence)
  })
})

describe('faultsOfSystemEdit', () => {
  it.each([-1, -8, -9, -10])('keeps %i from being edited', (id) => {
    const nps = { id, label: 'NPS', required: false }
    expect(faultsOfSystemEdit(nps, { isEditable: false, required: false })).toEqual({})
    expect(Object.keys(faultsOfSystemEdit(nps, { isEditable: true, required: true }))).toEqual([
      'isEditable',
      'required',
    ])
  })

  it('lets the rest be set, and health stay required', () => {
    expect(faultsOfSystemEdit({ id: -4, label: 'Owner', required: true }, { isEditable: true })).toEqual({})
    expect(faultsOfSystemEdit({ id: -1, label: 'Health', required: true }, { required: true })).toEqual({})
  })
})

describe('planOptions', () => {
  it('keeps by id and by text, adds what is new and names what is missing', () => {
    const existing = [option(1, 'Europe'), option(2, 'Asia'), option(3, 'Africa')]
    const plan = planOptions(existing, ['asia', { id: 1, value: 'EMEA', color: 'red' }, 'America'])
    expect(plan.faults).toEqual({})
    expect(plan.kept).toEqual([
      { option_id: 2, value: 'asia', color: null, retired: false, position: 1 },
      { option_id: 1, value: 'EMEA', color: 'red', retired: false, position: 2 },
    ])
    expect(plan.added).toEqual([{ value: 'America', color: null, retired: false, position: 3 }])
    expect(plan.missing.map(({ option_id }) => option_id)).toEqual([3])
  })

  it('lets a text move to a new option when its old one is renamed', () => {
    const plan = planOptions([option(1, 'A')], [{ id: 1, value: 'B' }, 'A'])
    expect(plan.kept.map(({ value }) => value)).toEqual(['B'])
    expect(plan.added.map(({ value }) => value)).toEqual(['A'])
  })

  it('takes a retired option back into use, unless it is sent as retired', () => {
    const existing = [option(1, 'A', true), option(2, 'B', true)]
    const plan = planOptions(existing, ['A', { id: 2, value: 'B', retired: true }])
    expect(plan.kept.map(({ retired }) => retired)).toEqual([false, true])
  })

  it.each([
    [['A', 'a'], 'picklistDefinition.1', 'appears twice'],
    [['É', 'é'], 'picklistDefinition.1', 'appears twice'],
    [[{ id: 9, value: 'A' }], 'picklistDefinition.0', 'no option with the id 9'],
    [
      [
        { id: 1, value: 'A' },
        { id: 1, value: 'B' },
      ],
      'picklistDefinition.1',
      'Option 1 appears twice',
    ],
  ])('refuses %j', (input, path, sentence) => {
    expect(planOptions([option(1, 'X')], input).faults[path]).toContain(sentence)
  })
})

describe('retireUsed', () => {
  it('retires what is used and lets the rest go', () => {
    const plan = retireUsed(
      planOptions([option(1, 'A'), option(2, 'B'), option(3, 'C')], ['C']),
      new Set([2]),
    )
    expect(plan.kept.map((kept) => [kept.option_id, kept.retired, kept.position])).toEqual([
      [3, false, 1],
      [2, true, 2],
    ])
    expect(plan.missing.map(({ option_id }) => option_id)).toEqual([1])
    expect(plan.faults).toEqual({})
  })

  it('refuses a list that gives the text of a used option to another', () => {
    const plan = planOptions([option(1, 'A'), option(2, 'B')], [{ id: 1, value: 'b' }])
    expect(retireUsed(plan, new Set([2])).faults['picklistDefinition.0']).toContain('Records still use')
    expect(retireUsed(plan, new Set()).faults).toEqual({})
  })
})

it('reads option texts without blanks and repetitions', () => {
  expect(distinctTexts([' A', 'a', '', '  ', 'B'])).toEqual(['A', 'B'])
})

describe('buildCatalogue', () => {
  const row = { ...field(12, 'Email'), name: 'email_2', required: false, is_visible: true, is_editable: true }
  const catalogue = buildCatalogue(
    3,
    [
      { ...row, level: 3, data_type: 'currency', slot: 'n1', currency_slot: 'i1' },
      { ...row, field_id: 13 },
    ],
    [],
    [{ field_id: -5, required: false, is_editable: false }],
    { indexed: new Set([12]), staleAmounts: true },
  )

  it('finds by name, short name and id, in any case', () => {
    expect(catalogue.find('EMAIL_2')?.fieldId).toBe(12)
    expect(catalogue.find('12')).toMatchObject({
      name: 'email_2',
      slots: { value: 'n1', currency: 'i1' },
      isSlotCurrent: false,
      indexed: true,
    })
    expect(catalogue.find('eMail')?.name).toBe('system:email')
    expect(catalogue.find('system:email')).toMatchObject({ required: false, editable: false })
    expect(catalogue.find('13')).toBeUndefined()
    expect(catalogue.find('owners')).toBeUndefined()
    expect(catalogue.byKey('12')?.fieldId).toBe(12)
  })

  it.each(['constructor', '__proto__', 'toString', ''])('finds nothing by %j', (name) => {
    expect(catalogue.find(name)).toBeUndefined()
  })
})

describe('customColumnSql', () => {
  it('takes only an id into the statement', () => {
    expect(() => customColumnSql({ key: "1'", dataType: 'string' }, 'r')).toThrow('not the id')
    expect(() => customColumnSql({ key: 'health', dataType: 'health' }, 'r')).toThrow('not the id')
  })

  it.each([
    ['number', `((r.custom->'12')::numeric)`, 'numeric'],
    ['currency', `((r.custom->'12'->'value')::numeric)`, 'numeric'],
    ['mandatoryDate', `((r.custom->>'12') collate "C")`, 'isoDate'],
    ['boolean', `((r.custom->'12')::boolean)`, 'boolean'],
    ['user', `((r.custom->'12')::int8)`, 'int'],
    ['multiPicklist', `(r.custom->'12')`, 'jsonIntArray'],
    ['string', `(r.custom->>'12')`, 'text'],
  ] as const)('reads a %s as %s', (dataType, sql, storage) => {
    expect(customColumnSql({ key: '12', dataType }, 'r')).toMatchObject({ sql, storage })
  })
})
