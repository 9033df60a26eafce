import { describe, expect, it } from 'vitest'
import { usualColumns } from '@steward/contracts/column-set'
import { levelOf } from '@steward/contracts/level'
import { usualLayout } from '../../../entities/record/index.ts'
import { mergeFields } from '../../../entities/field/index.ts'
import { ownerFields } from '../layout/column-fields.ts'
import { gridColumnsOf, layoutOf, readColumns, writeColumns } from './column-state.ts'

const level = levelOf('organization')
const fields = mergeFields(level, [], [])

describe('columns', () => {
  it('are written and read in their order, with the pinned ones', () => {
    const layout = { order: ['name', 'system:pulse', 'system:owners'], pinned: ['name', 'system:owners'] }
    const text = writeColumns(layout)
    expect(text).toBe('system:pulse,!system:owners')
    expect(readColumns(text, fields)).toEqual(layout)
  })

  it('always begin with the name and leave out what does not exist or stands twice', () => {
    expect(readColumns('gone,name,system:pulse,system:pulse', fields)).toEqual({
      order: ['name', 'system:pulse'],
      pinned: ['name'],
    })
  })

  it('come from the address, else from the user, else as usual', () => {
    const columns = ['system:pulse', 'gone', 'name']
    const kept = { ...usualLayout, columns, pinned: ['system:pulse', 'about'], widths: { name: 300 } }
    expect(layoutOf(level, fields, 'system:health', kept)).toEqual({
      order: ['name', 'system:health'],
      pinned: ['name'],
      widths: { name: 300 },
    })
    expect(layoutOf(level, fields, undefined, kept)).toEqual({
      order: ['name', 'system:pulse'],
      pinned: ['name', 'system:pulse'],
      widths: { name: 300 },
    })
    expect(layoutOf(level, fields, undefined, usualLayout).order).toEqual(usualColumns(level, fields))
  })

  it('may be none but the name', () => {
    expect(layoutOf(level, fields, '', usualLayout).order).toEqual(['name'])
  })

  it('of relations are read here and written elsewhere', () => {
    const [name] = gridColumnsOf(ownerFields(level))
    expect(name).toMatchObject({ id: 'owner.name', label: 'Owner › Name' })
    expect(name?.readOnly).toContain('under Users')
    expect(ownerFields(levelOf('contact'))).toEqual([])
  })
})
