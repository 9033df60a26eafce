import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { mergeFields } from '../../entities/field/index.ts'
import { createLookups } from '../../entities/value/index.ts'
import { formGroups } from './form-fields.ts'
import { changedFields, newValues, problemsOf, readValues } from './form-values.ts'

const stages = [1, 2].map((id) => ({
  lifecycleStageId: id,
  displayName: `Stage ${id}`,
  entityLevel: 2 as const,
  order: id,
  isDefault: id === 2,
  colour: 1 as const,
  ownColour: null,
  closing: false,
}))
const lookups = createLookups([], stages, [])
const account = levelOf('account')
const pipeline = levelOf('pipeline')
const seats = {
  customColumnId: 7,
  name: 'seats',
  displayName: 'Seats',
  dataType: 'number',
  columnLevel: 2 as const,
  description: '',
  vertical: false,
  horizontal: false,
  required: true,
  isVisible: true,
  isEditable: false,
  isDefault: false,
  order: 1,
  picklistDefinition: [],
}
const accountFields = mergeFields(account, [seats], [])
const pipelineFields = mergeFields(pipeline, [], [])
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name)

const section = (name: string, ...fields: string[]) => ({ sectionId: 1, name, collapsed: false, fields })

describe('the fields of a form', () => {
  it('asks for what is required first, custom fields too, then for the rest in its sections', () => {
    const sections = [
      section('Contract', 'seats', 'system:health'),
      section('Care', 'organization', 'system:pulse', 'system:owners'),
    ]
    const [first, care, other, none] = formGroups(account, accountFields, 'create', sections)
    expect(names(first!.fields)).toEqual(['name', 'system:lifecycleStageId', 'system:owners', 'seats'])
    expect([care!.title, names(care!.fields)]).toEqual(['Care', ['organization', 'system:pulse']])
    expect([other!.title, names(other!.fields)]).toEqual(['Other fields', ['system:externalId', 'about']])
    expect(none).toBeUndefined()
  })

  it('leaves out what cannot be edited, and what a pipeline was created with', () => {
    expect(
      names(formGroups(account, accountFields, 'edit', undefined).flatMap(({ fields }) => fields)),
    ).not.toContain('seats')
    const edited = names(
      formGroups(pipeline, pipelineFields, 'edit', undefined).flatMap(({ fields }) => fields),
    )
    expect(edited).not.toContain('pipelineType')
    expect(edited).not.toContain('account')
    expect(edited).toContain('system:pipelineStatus')
  })
})

describe('the values of a form', () => {
  it('start with me, the usual stage and the parent', () => {
    const values = newValues(account, accountFields, lookups, 5, { organization: 9 })
    expect(values).toMatchObject({
      'system:owners': [5],
      'system:lifecycleStageId': 2,
      organization: 9,
      name: null,
      seats: null,
    })
  })

  it('names what is missing and what cannot be read, by field', () => {
    const values = { ...newValues(account, accountFields, lookups, 5, {}), name: '  ', seats: Number.NaN }
    expect(problemsOf(account, accountFields, values, lookups)).toEqual({
      name: 'Name is required.',
      seats: 'Enter a number for Seats.',
    })
  })

  it('of a pipeline need an organization or an account', () => {
    const values = { ...newValues(pipeline, pipelineFields, lookups, 5, {}), name: 'Renewal' }
    expect(Object.keys(problemsOf(pipeline, pipelineFields, values, lookups))).toEqual(['account'])
    expect(problemsOf(pipeline, pipelineFields, { ...values, organization: 3 }, lookups)).toEqual({})
  })

  it('are sent trimmed, and only where they differ', () => {
    const start = { name: 'Northwind', about: null, seats: 3 }
    const typed = { name: ' Northwind AG ', about: '', seats: 3 }
    const changed = changedFields(accountFields, typed, start)
    expect(names(changed)).toEqual(['name'])
    expect(readValues(changed, typed, lookups)).toEqual({ name: 'Northwind AG' })
  })
})
