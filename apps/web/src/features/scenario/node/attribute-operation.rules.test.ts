import { expect, it } from 'vitest'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelField } from '../../../entities/field/index.ts'
import { attributeSentence, operationsOf } from './attribute-operation.rules.ts'
import type { NodeWords } from './node-kind.ts'

const field = (displayName: string, dataType: DataType) =>
  ({ name: displayName.toLowerCase(), displayName, dataType, options: [] }) as unknown as LevelField

const fields = [field('Seats', 'number'), field('Tags', 'string'), field('Diary', 'longText')]
const words = { fields, lookups: {} } as unknown as NodeWords

it.each<[DataType, string[]]>([
  ['number', ['set', 'formula', 'clear']],
  ['percentage', ['set', 'formula', 'clear']],
  ['currency', ['set', 'formula', 'clear']],
  ['date', ['set', 'formula', 'clear']],
  ['string', ['set', 'formula', 'append', 'clear']],
  ['longText', ['set', 'append', 'clear']],
  ['pulse', ['set', 'clear']],
  ['multiPicklist', ['set', 'add', 'remove', 'clear']],
])('offers for a field of type %s what fits it', (dataType, operations) => {
  expect(operationsOf(field('Any', dataType))).toEqual(operations)
})

it.each<[object, string | undefined]>([
  [{ field: 'seats', operation: 'formula' }, undefined],
  [
    { field: 'seats', operation: 'formula', formula: '{seats}\n  + 1' },
    'Set Seats to the result of {seats} + 1',
  ],
  [{ field: 'tags', operation: 'append', value: ' ' }, undefined],
  [{ field: 'tags', operation: 'append', value: 'EU' }, 'Append “EU” to Tags, after a comma'],
  [{ field: 'diary', operation: 'append', value: 'Met.' }, 'Append “Met.” to Diary, on a new line'],
  [{ field: 'gone', operation: 'clear' }, 'Clear a removed field'],
  [{ operation: 'append', value: 'EU' }, undefined],
])('says %j', (settings, sentence) => {
  expect(attributeSentence(settings as Record<string, unknown>, words)).toBe(sentence)
})

it('quotes as much of a long formula as fits into a sentence', () => {
  const formula = Array.from({ length: 100 }, () => '{seats}').join(' + ')
  const sentence = attributeSentence({ field: 'seats', operation: 'formula', formula }, words) ?? ''
  expect(sentence.length).toBeLessThan(160)
  expect(sentence.endsWith('…')).toBe(true)
})
