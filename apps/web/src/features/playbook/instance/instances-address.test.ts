import { expect, it } from 'vitest'
import { instanceViewOf } from './instances-address.ts'

const all = {
  templateId: undefined,
  ownerId: undefined,
  status: undefined,
  hideDone: true,
  overdue: false,
}

it.each([
  ['everything that runs', {}, all],
  ['one playbook of one owner', { playbook: 3, owner: 7 }, { ...all, templateId: 3, ownerId: 7 }],
  ['what is late', { late: true }, { ...all, overdue: true }],
  ['what is over as well', { done: true }, { ...all, hideDone: false }],
  [
    'a status, also of what is over',
    { status: 'COMPLETED' },
    { ...all, status: 'COMPLETED', hideDone: false },
  ],
  ['everything that runs for what it does not know', { playbook: 'x', owner: -1, status: 'gone' }, all],
])('shows %s', (_, search, view) => {
  expect(instanceViewOf(search)).toEqual(view)
})
