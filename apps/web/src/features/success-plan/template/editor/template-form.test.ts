import { expect, it } from 'vitest'
import { bodyOf, emptyForm, forLevel, moved, numberFaults, withItem } from './template-form.ts'

const filled = () => ({ ...emptyForm(), items: withItem(withItem(withItem([], 'MILESTONE'), 'KPI'), 'NOTE') })

it('moves and removes items without changing their keys', () => {
  const { items } = filled()
  expect(moved(items, 0, 1).map(({ key }) => key)).toEqual([1, 0, 2])
  expect(moved(items, 0, -1)).toEqual(items)
  expect(withItem(items.slice(1), 'NOTE').map(({ key }) => key)).toEqual([1, 2, 3])
})

it('sends items without their keys', () => {
  expect(bodyOf(filled()).items.map((item) => 'key' in item)).toEqual([false, false, false])
})

it('lets no KPI follow a field of another level', () => {
  const form = filled()
  const following = form.items.map((item) =>
    item.kind === 'KPI' ? { ...item, sourceField: 'stores' } : item,
  )
  const [, kpi] = forLevel({ ...form, items: following }, 1).items
  expect(kpi).toMatchObject({ sourceField: null })
})

it('finds what was typed and is no number', () => {
  const form = filled()
  const items = form.items.map((item) => {
    if (item.kind === 'MILESTONE')
      return { ...item, dueDay: Number.NaN, tasks: [{ title: 'A', dueDay: Number.NaN }] }
    return item.kind === 'KPI' ? { ...item, targetValue: Number.NaN } : item
  })
  expect(Object.keys(numberFaults({ ...form, durationDays: Number.NaN, items }))).toEqual([
    'durationDays',
    'items.0.dueDay',
    'items.0.tasks.0.dueDay',
    'items.1.targetValue',
  ])
  expect(numberFaults(form)).toEqual({})
})
