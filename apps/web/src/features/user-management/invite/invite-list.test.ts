import { expect, it } from 'vitest'
import { addText, changeRow, emptyList, keepRefused, statusOf } from './invite-list.ts'

const emails = (list: typeof emptyList) => list.rows.map((row) => row.email)

it('merges whoever is entered twice, however it is written', () => {
  const list = addText(addText(emptyList, 'a@x.org, b@x.org'), 'A@X.org c@x.org')
  expect(emails(list)).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
  expect(list.merged).toBe(1)
})

it('merges an address that is corrected to one that is there', () => {
  const list = addText(emptyList, 'a@x.org, a@xorg')
  const corrected = changeRow(list, list.rows[1]!.key, { email: 'A@x.org' })
  expect(emails(corrected)).toEqual(['a@x.org'])
  expect(corrected.merged).toBe(1)
})

it('tells valid, wrong and taken addresses apart', () => {
  const list = addText(emptyList, 'a@x.org, nonsense, B@x.org')
  const taken = new Set(['b@x.org'])
  expect(list.rows.map((row) => statusOf(row, taken))).toEqual([
    'Valid',
    'Invalid Email Address',
    'Already Exists',
  ])
})

it('keeps those who were refused, with the reason, and those who were not tried', () => {
  const list = addText(emptyList, 'a@x.org, b@x.org, c@x.org')
  const [a, b, c] = list.rows.map((row) => row.key) as [number, number, number]
  const left = keepRefused(list, new Map([[b, 'A user with this address exists.']]), new Set([a, b]))
  expect(left.rows.map((row) => row.key)).toEqual([b, c])
  expect(left.rows[0]!.refusal).toBe('A user with this address exists.')
})
