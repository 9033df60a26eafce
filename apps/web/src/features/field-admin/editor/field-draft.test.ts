import { describe, expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import {
  bodyOf,
  draftOf,
  isBlocked,
  newOption,
  optionProblems,
  problemsOf,
  type FieldDraft,
} from './field-draft.ts'

const field: Field = {
  customColumnId: 7,
  name: 'tier',
  displayName: 'Tier',
  dataType: 'singlePicklist',
  columnLevel: 2,
  description: 'How dear',
  vertical: false,
  horizontal: false,
  required: false,
  isVisible: true,
  isEditable: true,
  isDefault: false,
  order: 1,
  picklistDefinition: [
    { id: 1, value: 'Gold', color: 'series-2', retired: false },
    { id: 2, value: 'Silver', color: null, retired: true },
  ],
}

const draft = (changes: Partial<FieldDraft> = {}): FieldDraft => ({ ...draftOf(2, field), ...changes })

describe('what is sent', () => {
  it('of a field that is there names its options by id and leaves out the type', () => {
    const options = [newOption(' Bronze '), newOption('  '), ...draft().options]
    expect(bodyOf(draft({ options }), field)).toEqual({
      displayName: 'Tier',
      description: 'How dear',
      required: false,
      isVisible: true,
      isEditable: true,
      isDefault: false,
      picklistDefinition: [
        { value: 'Bronze', color: null, retired: false },
        { id: 1, value: 'Gold', color: 'series-2', retired: false },
        { id: 2, value: 'Silver', color: null, retired: true },
      ],
    })
  })

  it('of a new field has its type, and options only where the type has some', () => {
    const made = { ...draftOf(2, null), displayName: ' Renewal ', options: [newOption('A')] }
    const body = bodyOf({ ...made, dataType: 'mandatoryDate' }, null)
    expect(body).toMatchObject({ displayName: 'Renewal', dataType: 'mandatoryDate', required: true })
    expect(body).not.toHaveProperty('picklistDefinition')
  })
})

describe('what is sent of a calculated field', () => {
  const made = { ...draftOf(2, null), displayName: 'Monthly', dataType: 'number' as const }

  it('has its formula, and is neither required nor editable', () => {
    const formula = { ...made, way: 'horizontal' as const, formula: '{arr} / 12' }
    expect(bodyOf(formula, null)).toMatchObject({
      dataType: 'number',
      horizontal: true,
      calculatedFields: { formula: '{arr} / 12' },
      required: false,
      isEditable: false,
    })
    const saved = { ...field, dataType: 'number', horizontal: true, picklistDefinition: [] }
    expect(bodyOf(formula, saved)).not.toHaveProperty('horizontal')
    expect(problemsOf({ ...formula, formula: ' ' }).formula).toBe('Enter a formula.')
  })

  it('has its roll-up', () => {
    const rollup = { childLevel: 3 as const, function: 'count' as const, childId: null }
    expect(bodyOf({ ...made, way: 'vertical', rollup }, null)).toMatchObject({
      vertical: true,
      childId: null,
      rollup: { childLevel: 3, function: 'count' },
    })
  })
})

it('tells what hinders saving', () => {
  expect(problemsOf(draft())).toEqual({
    displayName: undefined,
    formula: undefined,
    filter: undefined,
    options: {},
  })
  const twice = newOption('gold ')
  const found = problemsOf(draft({ displayName: ' ', options: [...draft().options, twice] }))
  expect(found).toEqual({
    displayName: 'Enter a name.',
    formula: undefined,
    filter: undefined,
    options: { [twice.key]: 'This option already exists.' },
  })
})

it('does not save a roll-up with an unfinished filter', () => {
  const unfinished = 'Finish or remove the condition on Seats.'
  const rollup = { childLevel: 3 as const, function: 'count' as const, childId: null, unfinished }
  expect(isBlocked(problemsOf(draft({ way: 'vertical', rollup })))).toBe(true)
  expect(isBlocked(problemsOf(draft({ way: 'plain', rollup })))).toBe(false)
})

it('finds the option that the server means, beside empty lines', () => {
  const wrong = newOption('Wrong')
  const fields = { 'picklistDefinition.1': 'No.', displayName: 'Taken.' }
  expect(
    optionProblems(draft({ options: [newOption(), ...draft().options.slice(0, 1), wrong] }), fields),
  ).toEqual({
    [wrong.key]: 'No.',
  })
})
