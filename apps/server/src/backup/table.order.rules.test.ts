import { expect, it } from 'vitest'
import { orderTables } from './table.order.rules.ts'

const arrow = (table: string, target: string, breakable = false) => ({ table, target, breakable })

it('puts tables behind those that they refer to', () => {
  const { order, circular } = orderTables(
    ['a', 'b', 'c', 'd'],
    [arrow('a', 'c'), arrow('c', 'b'), arrow('a', 'b'), arrow('d', 'd')],
  )
  expect(order).toEqual(['b', 'c', 'a', 'd'])
  expect(circular).toEqual([])
})

it('breaks a circle where it can be broken', () => {
  const picture = arrow('user', 'image', true)
  for (const tables of [
    ['image', 'user', 'other'],
    ['other', 'user', 'image'],
  ]) {
    const { order, circular } = orderTables(tables, [
      arrow('other', 'image'),
      arrow('image', 'user'),
      picture,
    ])
    expect(order.filter((table) => table !== 'other')).toEqual(['user', 'image'])
    expect(order.indexOf('other')).toBeGreaterThan(order.indexOf('image'))
    expect(circular).toEqual([picture])
  }
  expect(() => orderTables(['a', 'b'], [arrow('a', 'b'), arrow('b', 'a')])).toThrow('a, b need each other')
})
