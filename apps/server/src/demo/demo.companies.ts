import { cell, mostFrequent, numberCell, rowsBy, type Row } from './demo.file.ts'
import { addressOfName } from './demo.people.ts'
import type { DemoSource } from './demo.source.ts'
import { arrOfRow, contractOf, type SmallCustomer } from './demo.contract.ts'
import { standingOf } from './demo.standing.ts'
import type { Directory, DemoRecord } from './demo.writing.ts'

const million = 1_000_000

/** What the files spell in two ways or wrongly. */
const corrections: Readonly<Record<string, string>> = {
  GTXPro: 'GTX Pro',
  technolgy: 'technology',
  Philipines: 'Philippines',
}

/** A text without the mistakes of the files. */
export function corrected(text: string): string {
  return corrections[text] ?? text
}

/** The industry of a company, as a picklist shows it. */
export function sectorOf(company: Row): string {
  const sector = corrected(cell(company, 'sector'))
  return sector.charAt(0).toUpperCase() + sector.slice(1)
}

/** The country of a company's head office. */
export function officeOf(company: Row): string {
  return corrected(cell(company, 'office_location'))
}

/** The group that a company belongs to: its parent's, or its own where it is a parent itself. */
function groupsOf(companies: readonly Row[]): (company: Row) => string {
  const parents = new Set(companies.map((row) => cell(row, 'subsidiary_of')))
  return (company) => {
    const name = cell(company, 'account')
    return parents.has(name) ? name : cell(company, 'subsidiary_of')
  }
}

/** Deals that name their customer; the others cannot be attached to anything. */
function attachedDeals({ deals }: DemoSource): Row[] {
  return deals.filter((deal) => cell(deal, 'account') !== '')
}

const smallCustomerOf = (company: Row): SmallCustomer => ({
  externalId: cell(company, 'account'),
  arr: arrOfRow(company, 'employees', 1),
})

/** Parent companies; each is owned by those who own its companies. */
export function listGroups(source: DemoSource, { users, stages }: Directory, now: Date): DemoRecord[] {
  const groupOf = groupsOf(source.companies)
  const dealsOf = rowsBy(attachedDeals(source), 'account')
  const groups = Map.groupBy(source.companies, groupOf)
  groups.delete('')
  return [...groups].map(([name, companies]) => {
    const deals = companies.map((row) => dealsOf.get(cell(row, 'account')) ?? [])
    const owners = deals.flatMap((rows) => mostFrequent(rows, 'sales_agent').slice(0, 1))
    const { stage, pulse } = standingOf(deals.flat())
    return {
      externalId: name,
      form: {
        name,
        owners: [...new Set(owners)].map((agent) => users(addressOfName(agent))),
        lifecycleStage: stages(1, stage),
        pulse,
        ...contractOf(companies.map(smallCustomerOf), now),
      },
    }
  })
}

/** The companies, each owned by the agent who has most of its deals. */
export function listCompanies(
  source: DemoSource,
  { users, stages, records }: Directory,
  now: Date,
): DemoRecord[] {
  const groupOf = groupsOf(source.companies)
  const dealsOf = rowsBy(attachedDeals(source), 'account')
  return source.companies.map((row) => {
    const name = cell(row, 'account')
    const deals = dealsOf.get(name) ?? []
    const { stage, pulse } = standingOf(deals)
    const group = groupOf(row)
    return {
      externalId: name,
      form: {
        name,
        owners: mostFrequent(deals, 'sales_agent')
          .slice(0, 1)
          .map((agent) => users(addressOfName(agent))),
        lifecycleStage: stages(2, stage),
        pulse,
        organization: group === '' ? null : records(1, group),
        sector: sectorOf(row),
        revenue: Math.round((numberCell(row, 'revenue') ?? 0) * million),
        employees: numberCell(row, 'employees'),
        office_location: officeOf(row),
        year_established: cell(row, 'year_established'),
        ...contractOf([smallCustomerOf(row)], now),
      },
    }
  })
}

const statusByStage: Readonly<Record<string, number>> = { Won: 2, Lost: 3 }
const openStatus = 1
const opportunity = 1

/** The deals as opportunities, each owned by its sales agent. */
export function listOpportunities(source: DemoSource, { users, records }: Directory): DemoRecord[] {
  const prices = new Map(source.products.map((row) => [cell(row, 'product'), numberCell(row, 'sales_price')]))
  return attachedDeals(source).map((row) => {
    const account = cell(row, 'account')
    const product = corrected(cell(row, 'product'))
    const stage = cell(row, 'deal_stage')
    return {
      externalId: cell(row, 'opportunity_id'),
      form: {
        name: `${account}: ${product}`,
        pipelineType: opportunity,
        pipelineStatus: statusByStage[stage] ?? openStatus,
        owners: [users(addressOfName(cell(row, 'sales_agent')))],
        account: records(2, account),
        // An open deal is worth what its product costs.
        value: numberCell(row, 'close_value') ?? prices.get(product),
        product,
        stage,
        engage_date: cell(row, 'engage_date'),
        close_date: cell(row, 'close_date'),
      },
    }
  })
}
