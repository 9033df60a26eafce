import { cell, numberCell, type Row } from '../demo.file.ts'
import type { DemoSource } from '../demo.source.ts'
import type { DemoRecord, Directory } from '../demo.writing.ts'
import { dayFrom, daysFrom, listCustomers, type Customer, type Present } from './customer.ts'

/** A record as it was on the day on which it was created. */
export interface PastRecord extends DemoRecord {
  at: Date
}

const numberOf = ({ row }: Customer, column: string): number => numberCell(row, column) ?? 0

const organizationIdOf = (name: string): string => `org-${name.toLowerCase().replaceAll(' ', '-')}`

/** The first stage of an account's record: customers from before the record began were already adopting. */
export const firstStageOf = ({ contractStart, since }: Customer): string =>
  -contractStart > since ? 'Adoption' : 'Onboarding'

/** The share of today's ARR that growing customers paid at first, by course. */
const firstShares: Readonly<Record<string, number>> = { growing: 0.7, expansion: 0.6 }

/** The ARR of an account when its record was created. */
export function firstArrOf({ row }: Customer): number {
  const arr = numberCell(row, 'arr') ?? 0
  return Math.round((arr * (firstShares[cell(row, 'course')] ?? 1)) / 500) * 500
}

/** The renewal that was next when the record was created. */
export const firstRenewalOf = ({ renewal, contractStart }: Customer): number =>
  renewal > 0 && renewal - 365 > contractStart ? renewal - 365 : renewal

/** What an organization pays: the sum of its accounts, with the next renewal and the oldest contract of them. */
function contractOf(customers: readonly Customer[], { anchor }: Present): DemoRecord['form'] {
  const [first] = customers.toSorted((a, b) => numberOf(b, 'arr') - numberOf(a, 'arr'))
  const { row } = first as Customer
  const renewals = customers.map(({ renewal }) => renewal)
  const ahead = renewals.filter((days) => days > 0)
  return {
    arr: customers.reduce((sum, customer) => sum + numberOf(customer, 'arr'), 0),
    renewal_date: dayFrom(anchor, Math.min(...(ahead.length > 0 ? ahead : renewals))),
    contract_start: dayFrom(anchor, Math.min(...customers.map(({ contractStart }) => contractStart))),
    tier: cell(row, 'tier'),
    website_domain: cell(row, 'website'),
  }
}

/** The organizations of the customers, each owned by those who own its accounts. */
export function listOrganizations(
  source: DemoSource,
  { users, stages }: Directory,
  present: Present,
): PastRecord[] {
  const groups = Map.groupBy(listCustomers(source, present), ({ row }) => cell(row, 'organization'))
  return [...groups].map(([name, customers]) => ({
    externalId: organizationIdOf(name),
    at: daysFrom(present.anchor, -Math.max(...customers.map(({ since }) => since))),
    form: {
      name,
      owners: [...new Set(customers.map(({ owner }) => users(owner)))],
      lifecycleStage: stages(1, cell((customers[0] as Customer).row, 'stage')),
      ...contractOf(customers, present),
    },
  }))
}

export function listAccounts(
  source: DemoSource,
  { users, stages, records }: Directory,
  present: Present,
): PastRecord[] {
  return listCustomers(source, present).map((customer) => {
    const { row, externalId, owner, formerOwner, contractStart, since } = customer
    return {
      externalId,
      at: daysFrom(present.anchor, -since),
      form: {
        name: cell(row, 'account'),
        owners: [users(formerOwner ?? owner)],
        lifecycleStage: stages(2, firstStageOf(customer)),
        organization: records(1, organizationIdOf(cell(row, 'organization'))),
        sector: cell(row, 'sector'),
        employees: numberCell(row, 'employees'),
        office_location: cell(row, 'country'),
        tier: cell(row, 'tier'),
        arr: firstArrOf(customer),
        seats: numberCell(row, 'seats'),
        website_domain: cell(row, 'website'),
        contract_start: dayFrom(present.anchor, contractStart),
        renewal_date: dayFrom(present.anchor, firstRenewalOf(customer)),
      },
    }
  })
}

/** The address of someone at a customer, which is also the external id. */
export const contactIdOf = (contact: Row, website: string): string =>
  `${[cell(contact, 'first_name'), cell(contact, 'last_name')]
    .join('.')
    .toLowerCase()
    .replaceAll(/[^a-z.]+/g, '-')}@${website}`

export function listCustomerContacts(
  source: DemoSource,
  { stages, records }: Directory,
  present: Present,
): PastRecord[] {
  return listCustomers(source, present).flatMap(({ row, externalId, contacts, since }) =>
    contacts.map((contact) => {
      const email = contactIdOf(contact, cell(row, 'website'))
      const role = cell(contact, 'role')
      return {
        externalId: email,
        at: daysFrom(present.anchor, -since, 10),
        form: {
          name: `${cell(contact, 'first_name')} ${cell(contact, 'last_name')}`,
          email,
          lifecycleStage: stages(3, role === 'Champion' ? 'Champion' : 'Active'),
          account: records(2, externalId),
          role,
          job_title: cell(contact, 'title'),
        },
      }
    }),
  )
}

const types: Readonly<Record<string, number>> = { Opportunity: 1, Risk: 2 }
const open = 1
/** Closed deals whose file does not say when they were opened were open for so many days. */
const openFor = 70
/** Such deals that are open were created at most so many days ago. */
const openSince = 45

/** The day on which a deal was created, from the present: risks were seen when something happened. */
function dayOfCreation(row: Row, nth: number): number {
  const closeIn = numberCell(row, 'close_in') ?? 0
  return numberCell(row, 'opened_in') ?? (closeIn < 0 ? closeIn - openFor : -openSince + (nth % 20))
}

export interface CustomerDeal {
  externalId: string
  row: Row
  customer: Customer
  createdIn: number
}

/** Opportunities and risks of the customers. */
export function listDeals(source: DemoSource, present: Present): CustomerDeal[] {
  const byName = new Map(listCustomers(source, present).map((one) => [cell(one.row, 'account'), one]))
  return source.customerDeals.map((row, nth) => {
    const customer = byName.get(cell(row, 'account')) as Customer
    return {
      externalId: `deal-${nth + 1}`,
      row,
      customer,
      createdIn: dayOfCreation(row, nth),
    }
  })
}

export function listCustomerDeals(
  source: DemoSource,
  { users, records }: Directory,
  present: Present,
): PastRecord[] {
  return listDeals(source, present).map(({ externalId, row, customer, createdIn }) => ({
    externalId,
    at: daysFrom(present.anchor, createdIn, 14),
    form: {
      name: cell(row, 'name'),
      pipelineType: types[cell(row, 'type')],
      pipelineStatus: open,
      owners: [users(customer.owner)],
      account: records(2, customer.externalId),
      value: numberCell(row, 'value'),
      engage_date: dayFrom(present.anchor, createdIn),
      close_date: dayFrom(present.anchor, numberCell(row, 'close_in') ?? 0),
    },
  }))
}
