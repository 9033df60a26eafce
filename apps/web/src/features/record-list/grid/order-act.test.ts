import { describe, expect, it } from 'vitest'
import { orderText, readOrder } from '../../../entities/record/index.ts'
import type { SortAct } from '../../../components/data-table/header-menu.tsx'
import { orderAfter } from './order-act.ts'

const after = (text: string, column: string, act: SortAct) =>
  orderText(orderAfter(readOrder(text) ?? [], column, act))

describe('a press on a header', () => {
  it.each([
    ['name', 'arr', 'arr'],
    ['arr', 'arr', '-arr'],
    ['-arr', 'arr', 'arr'],
    ['-arr,name', 'arr', 'arr'],
    ['-arr,name', 'name', 'name'],
  ])('turns %s to %s', (before, column, expected) => {
    expect(after(before, column, 'turn')).toBe(expected)
  })

  it.each([
    ['name', 'arr', 'name,arr'],
    ['name,arr', 'arr', 'name,-arr'],
    ['name,-arr', 'arr', 'name'],
    ['-name', 'name', 'name'],
    ['a,b,c,d', 'arr', 'a,b,c,d'],
  ])('with Shift adds to %s: %s', (before, column, expected) => {
    expect(after(before, column, 'add')).toBe(expected)
  })

  it('takes a key away, but not the last', () => {
    expect(after('-arr,name', 'arr', 'remove')).toBe('name')
    expect(after('-arr', 'arr', 'remove')).toBe('-arr')
    expect(after('-arr,name', 'seats', 'DESC')).toBe('-seats')
  })
})

describe('an order as text', () => {
  it('is read as it was written', () => {
    expect(orderText(readOrder('-organization.arr,owner.name,system:health') ?? [])).toBe(
      '-organization.arr,owner.name,system:health',
    )
  })

  it.each([undefined, '', ',', 'a,,b', 'a;b', 'a,b,c,d,e', 7])('is none: %s', (text) => {
    expect(readOrder(text)).toBeUndefined()
  })

  it('takes a column once', () => {
    expect(orderText(readOrder('-arr,name,arr') ?? [])).toBe('-arr,name')
  })
})
