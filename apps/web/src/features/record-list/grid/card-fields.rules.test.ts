import { expect, it } from 'vitest'
import { dataTypes, type DataType } from '@steward/contracts/data-type'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import { cardFields, saysItself } from './card-fields.rules.ts'

function field(name: string, dataType: DataType, custom = true): LevelField {
  return {
    name,
    displayName: name,
    dataType,
    kind: dataTypes[dataType].kind,
    custom,
    required: false,
    editable: true,
    visible: true,
    options: [],
  }
}

const columns = [
  field('name', 'string', false),
  field('renewal_date', 'date'),
  field('tier', 'string'),
  field('system:health', 'number', false),
  field('arr', 'currency'),
  field('system:owners', 'string', false),
]

const record = {
  globalFields: { name: 'Alder', health: null, owners: [{ id: 7, name: 'Nora' }] },
  customFields: { arr: { value: 1000, currencyDefinitionId: 1 }, renewal_date: '2027-03-01', tier: null },
} as unknown as RecordBody

const namesOf = (isMine: boolean) => cardFields(record, columns, isMine).map(({ name }) => name)

it('a card has the columns of the view in their order, without the name and what is empty', () => {
  expect(namesOf(false)).toEqual(['renewal_date', 'system:health', 'arr', 'system:owners'])
})

it('a card does not name the owner among one’s own records', () => {
  expect(namesOf(true)).toEqual(['renewal_date', 'system:health', 'arr'])
})

it('amounts and days have the name of their column beside them, a score does not', () => {
  expect(columns.filter(saysItself).map(({ name }) => name)).toEqual([
    'name',
    'tier',
    'system:health',
    'system:owners',
  ])
})
