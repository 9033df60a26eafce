import { expect, it } from 'vitest'
import { churnText } from './churn-text.ts'

const field = { options: [{ id: 4, value: 'Price › Too expensive', color: null, retired: true }] }

it.each([
  [{ churned: true, churnDate: '2026-03-01', churnReason: 4 }, /1.* · Price › Too expensive$/],
  [{ churned: true, churnDate: null, churnReason: 4 }, /^Price › Too expensive$/],
  [{ churned: true, churnDate: '2026-03-01', churnReason: null }, /^[^·]*2026[^·]*$/],
  [{ churned: true, churnDate: null, churnReason: null }, undefined],
  [{ churned: false, churnDate: '2026-03-01', churnReason: 4 }, undefined],
])('tells of %j what is known', (record, text) => {
  const told = churnText(record, field)
  if (text) expect(told).toMatch(text)
  else expect(told).toBeUndefined()
})
