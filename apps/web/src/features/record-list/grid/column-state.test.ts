import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { mergeFields } from '../../../api/fields.ts'
import { layoutOf, readColumns, usualColumns, writeColumns } from './column-state.ts'

const level = levelOf('organization')
const fields = mergeFields(level, [], [])

describe('columns', () => {
  it('are written and read in their order, with the pinned ones', () => {
    const layout = { order: ['name', 'system:pulse', 'system:owners'], pinned: ['name', 'system:owners'] }
    const text = writeColumns({ ...layout, widths: {} })
    expect(text).toBe('system:pulse,!system:owners')
    expect(readColumns(text, fields)).toEqual(layout)
  })

  it('always begin with the name and leave out what does not exist or stands twice', () => {
    expect(readColumns('gone,name,system:pulse,system:pulse', fields)).toEqual({
      order: ['name', 'system:pulse'],
      pinned: ['name'],
    })
  })

  it('come from the address, else from the last choice, else as usual', () => {
    const stored = { cols: 'system:pulse', widths: { name: 300 } }
    expect(layoutOf(level, fields, 'system:health', stored).order).toEqual(['name', 'system:health'])
    expect(layoutOf(level, fields, undefined, stored)).toMatchObject({
      order: ['name', 'system:pulse'],
      widths: { name: 300 },
    })
    expect(layoutOf(level, fields, undefined, {}).order).toEqual(usualColumns(level, fields).order)
  })

  it('may be none but the name', () => {
    expect(layoutOf(level, fields, '', {}).order).toEqual(['name'])
  })
})
