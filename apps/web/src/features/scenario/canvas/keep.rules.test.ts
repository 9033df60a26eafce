import { expect, it } from 'vitest'
import { createKeeper, isSameData } from './keep.rules.ts'

const item = (id: string, data: object) => ({ id, data })
const keeper = () =>
  createKeeper<ReturnType<typeof item>>((before, after) => isSameData(before.data, after.data))

it('keeps the objects of what is drawn as before', () => {
  const keep = keeper()
  const [first, second] = keep([item('a', { label: 'A' }), item('b', { label: 'B' })])
  const [same, changed] = keep([item('a', { label: 'A' }), item('b', { label: 'C' })])
  expect(same).toBe(first)
  expect(changed).not.toBe(second)
  expect(changed?.data).toEqual({ label: 'C' })
})

it('keeps the list where nothing changed, and none where the order did', () => {
  const keep = keeper()
  const list = keep([item('a', {}), item('b', {})])
  expect(keep([item('a', {}), item('b', {})])).toBe(list)
  expect(keep([item('b', {}), item('a', {})]).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(keep([item('b', {})]).map(({ id }) => id)).toEqual(['b'])
})

it('sees values that are gone', () => {
  expect(isSameData({ label: 'A', foot: '1' }, { label: 'A' } as { label: string; foot: string })).toBe(false)
})
