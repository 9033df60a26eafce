import { expect, it } from 'vitest'
import { areUnrelatedNames } from './name.similarity.rules.ts'

it.each([
  ['Acme Inc.', 'ACME Incorporated'],
  ['Crédito Terras', 'Credito Terras S.A.'],
  ['Anna Schmidt', 'Anna Meier'],
  ['Northwind Traders', 'Nortwind Traders'],
  ['International Business Machines', 'IBM'],
  ['Acme', 'Acme Corp'],
  ['日本電気', '日本電気株式会社'],
])('%s and %s may be one', (before, after) => {
  expect(areUnrelatedNames(before, after)).toBe(false)
  expect(areUnrelatedNames(after, before)).toBe(false)
})

it.each([
  ['Acme Inc.', 'Globex Inc.'],
  ['Stark Industries', 'Wayne Enterprises'],
  ['Alfreds Futterkiste', 'Professional Bike Sales'],
  ['A', 'B'],
  ['?', '!'],
])('%s and %s have nothing in common', (before, after) => {
  expect(areUnrelatedNames(before, after)).toBe(true)
})
