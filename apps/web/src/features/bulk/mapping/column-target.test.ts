import { expect, it } from 'vitest'
import type { LevelField } from '../../../entities/field/index.ts'
import { withFirstOptions } from './column-target.ts'

const picklist = (name: string, ...values: string[]) =>
  ({ name, dataType: 'singlePicklist', options: values }) as unknown as LevelField

it('a suggested picklist without options gets those of its column, unless they were ruled out', () => {
  const targets = [picklist('sector'), picklist('tier', 'Gold')]
  const columns = [
    { column: 0, target: 'sector' },
    { column: 1, target: 'tier' },
    { column: 2, target: null },
  ]
  const [sector, ...others] = columns
  expect(withFirstOptions(columns, targets)).toEqual([{ ...sector, createOptions: true }, ...others])
  const ruledOut = [{ column: 0, target: 'sector', createOptions: false }]
  expect(withFirstOptions(ruledOut, targets)).toEqual(ruledOut)
})
