import { expect, test } from 'vitest'
import type { LevelField } from '../../field/index.ts'
import type { ValueLookups } from '../lookups.ts'
import { numberTypes } from './number.tsx'

const textOf = (displayName: string, value: number): string =>
  numberTypes.number.text(value, {} as ValueLookups, { name: 'x', displayName } as LevelField)

test.each([
  ['Year opened', 1996, '1996'],
  ['Founded', 1902, '1902'],
  ['Gründungsjahr', 1998, '1998'],
  ['Year opened', 12_000, '12,000'],
  ['Square feet', 1996, '1,996'],
  ['Yearly cost', 1996, '1,996'],
])('%s: %d is written %s', (label, value, shown) => {
  expect(textOf(label, value)).toBe(shown)
})
