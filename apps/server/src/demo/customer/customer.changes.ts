import type { LevelId } from '@steward/contracts/level'
import { pipelineStatuses } from '@steward/contracts/plain/built-in-value'
import { cell, numberCell, required } from '../demo.file.ts'
import { addressOfName } from '../demo.people.ts'
import type { DemoSource } from '../demo.source.ts'
import type { Directory } from '../demo.writing.ts'
import { firstArrOf, firstRenewalOf, firstStageOf, listDeals } from './customer.records.ts'
import { dayFrom, daysFrom, listCustomers, teamLead, type Customer, type Present } from './customer.ts'

/** A change that a user made to a record on a past day. */
export interface PastChange {
  level: LevelId
  externalId: string
  at: Date
  /** The address of who changed it. */
  by: string
  /** New values by field name; null: the customer churned. */
  form: Readonly<Record<string, unknown>> | null
}

/** A change of an account: the day from the present, and the new values. */
type Dated = readonly [days: number, form: PastChange['form']]

const handedOverIn = -70

/** The day on which an account entered each stage, from its contract dates. */
const stageDays: Readonly<Record<string, (customer: Customer) => number>> = {
  Adoption: ({ contractStart }) => contractStart + 68,
  'Value realised': ({ contractStart }) => Math.max(contractStart + 190, -215),
  Renewal: ({ renewal }) => Math.min(renewal - 90, -12),
  'At risk': ({ nth }) => -30 - (nth % 9),
}

function stagesOf(customer: Customer, { stages }: Directory): Dated[] {
  const last = cell(customer.row, 'stage')
  const path = ['Onboarding', 'Adoption', ...(last === 'Adoption' || last === 'Onboarding' ? [] : [last])]
  return path
    .slice(path.indexOf(firstStageOf(customer)) + 1)
    .filter(() => last !== 'Onboarding')
    .map((name): Dated => {
      const days = required(stageDays[name], name)(customer)
      return [Math.min(days, -3), { lifecycleStage: stages(2, name) }]
    })
}

function moneyOf(customer: Customer): Dated[] {
  const arr = numberCell(customer.row, 'arr') ?? 0
  const seats = numberCell(customer.row, 'seats')
  if (firstArrOf(customer) === arr) return []
  if (cell(customer.row, 'course') === 'expansion') return [[-40, { arr, seats }]]
  const half = Math.round((arr * 0.85) / 500) * 500
  return [
    [-205 + (customer.nth % 15), { arr: half }],
    [-55 - (customer.nth % 12), { arr, seats }],
  ]
}

function renewalOf(customer: Customer, { anchor }: Present): Dated[] {
  const first = firstRenewalOf(customer)
  return first === customer.renewal ? [] : [[first - 9, { renewal_date: dayFrom(anchor, customer.renewal) }]]
}

function changesOf(customer: Customer, directory: Directory, present: Present): PastChange[] {
  const { externalId, owner, formerOwner, row, since } = customer
  const dated = [
    ...stagesOf(customer, directory),
    ...moneyOf(customer),
    ...renewalOf(customer, present),
    ...(cell(row, 'course') === 'silent' ? [[customer.renewal, null] as const] : []),
  ]
  const changes = dated
    .filter(([days]) => days > -since && days < 0)
    .map(([days, form]): PastChange => {
      const by = formerOwner && days < handedOverIn ? formerOwner : owner
      return { level: 2, externalId, at: daysFrom(present.anchor, days, 15), by, form }
    })
  if (!formerOwner) return changes
  const at = daysFrom(present.anchor, handedOverIn, 8)
  const form = { owners: [directory.users(owner)] }
  return [...changes, { level: 2, externalId, at, by: addressOfName(teamLead), form }]
}

const statusIdOf = (name: string): number =>
  required(pipelineStatuses.find((status) => status.name === name)?.id, `the status ${name}`)

/** The past changes of accounts and deals, oldest first. */
export function listChanges(source: DemoSource, directory: Directory, present: Present): PastChange[] {
  const closed = listDeals(source, present).flatMap(({ externalId, row, customer }): PastChange[] => {
    const days = numberCell(row, 'close_in') ?? 0
    const status = cell(row, 'status')
    if (status === 'Open') return []
    const at = daysFrom(present.anchor, days, 16)
    return [{ level: 4, externalId, at, by: customer.owner, form: { pipelineStatus: statusIdOf(status) } }]
  })
  return [
    ...listCustomers(source, present).flatMap((customer) => changesOf(customer, directory, present)),
    ...closed,
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
