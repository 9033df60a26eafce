import { expect, it } from 'vitest'
import { comingLabel } from './use-filter-fields.ts'

it.each([
  ['organization.arr', 'Organization › ARR'],
  ['organization.renewal_date', 'Organization › Renewal date'],
  ['account.system:lifecycleStageId', 'Account › Lifecycle stage'],
  ['account.name', 'Account › Name'],
])('calls %s %s until the field is there', (name, label) => {
  expect(comingLabel(name)).toBe(label)
})
