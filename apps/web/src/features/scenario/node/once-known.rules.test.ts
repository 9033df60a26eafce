import { expect, it } from 'vitest'
import type { LevelField } from '../../../entities/field/index.ts'
import { attributeSentence } from './attribute-operation.rules.ts'
import type { NodeWords } from './node-kind.ts'
import { onceKnown } from './once-known.rules.ts'

const seats = {
  name: 'seats',
  displayName: 'Seats',
  dataType: 'number',
  options: [],
} as unknown as LevelField
const unknown = { isKnown: false, fields: [], lookups: {} } as unknown as NodeWords
const known = { ...unknown, isKnown: true, fields: [seats] }

const clear = (field: string) => (words: NodeWords) => attributeSentence({ field, operation: 'clear' }, words)

it('says nothing about a field before the fields are known', () => {
  expect(onceKnown(unknown, clear('seats'))).toBe('')
  expect(onceKnown(known, clear('seats'))).toBe('Clear Seats')
  expect(onceKnown(known, clear('gone'))).toBe('Clear a removed field')
})

it('says at once what is not about fields', () => {
  expect(onceKnown(unknown, () => 'Create “Call”')).toBe('Create “Call”')
  expect(onceKnown(unknown, () => undefined)).toBeUndefined()
})
