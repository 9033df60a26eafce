import { dayFrom } from './customer/customer.ts'
import { numberCell, type Row } from './demo.file.ts'
import type { DemoRecord } from './demo.writing.ts'

/** A customer of the long tail with what it pays in a year, in dollars. */
export interface SmallCustomer {
  externalId: string
  arr: number
}

/** Their contracts are below those of the customers who have a past: the smallest, and the largest. */
const [least, most] = [1_200, 7_800]
const arrStep = 100

/** Renewals of the long tail are no sooner, so that those of the next 90 days are the ones that people work on. */
const firstRenewal = 100
const renewalSpread = 250
const mostYears = 4

/** The yearly price of a company or store, which grows with its employees. */
export function arrOfRow(row: Row, employeesColumn: string, perEmployee: number): number {
  const employees = numberCell(row, employeesColumn) ?? 0
  return Math.min(most, least + Math.round((employees * perEmployee) / arrStep) * arrStep)
}

/** A number that is always the same for an external id, and spreads over many of them. */
const spreadOf = (externalId: string): number =>
  [...externalId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/** The contract fields of one or several small customers: their total ARR, next renewal and oldest contract. */
export function contractOf(customers: readonly SmallCustomer[], now: Date): DemoRecord['form'] {
  const contracts = customers.map(({ externalId }) => {
    const spread = spreadOf(externalId)
    const renewal = firstRenewal + (spread % renewalSpread)
    return { renewal, start: renewal - 365 * (1 + (spread % mostYears)) }
  })
  return {
    arr: customers.reduce((sum, { arr }) => sum + arr, 0),
    renewal_date: dayFrom(now, Math.min(...contracts.map(({ renewal }) => renewal))),
    contract_start: dayFrom(now, Math.min(...contracts.map(({ start }) => start))),
    tier: 'Small business',
  }
}
