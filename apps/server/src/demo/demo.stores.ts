import { arrOfRow, contractOf, type SmallCustomer } from './demo.contract.ts'
import { cell, mostFrequent, numberCell, required, type Row } from './demo.file.ts'
import { addressOf } from './demo.people.ts'
import type { DemoSource } from './demo.source.ts'
import type { Standing } from './demo.standing.ts'
import type { Directory, DemoRecord } from './demo.writing.ts'

const americanTerritories = new Set(['Northwest', 'Northeast', 'Central', 'Southwest', 'Southeast'])

/** The country of a sales territory; outside the United States a territory is a country. */
export function countryOf(territory: string): string {
  return americanTerritories.has(territory) ? 'United States' : territory
}

/** How far a store has come, by what it sells in a year. */
function stageOf(sales: number): Standing['stage'] {
  if (sales >= 3_000_000) return 'Value realised'
  return sales >= 800_000 ? 'Adoption' : 'Onboarding'
}

/** How a store is doing, by what it sells on a square foot. */
function pulseOf(row: Row): Standing['pulse'] {
  const sales = (numberCell(row, 'AnnualSales') ?? 0) / (numberCell(row, 'SquareFeet') ?? 1)
  if (sales < 33.5) return 2
  if (sales < 37.5) return 3
  return sales < 42 ? 4 : 5
}

function average(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + (numberCell(row, column) ?? 0), 0) / rows.length
}

/** What the customer list says of a store: its number and its territory. */
function customersByStore({ storeCustomers }: DemoSource): Map<string, Row> {
  const stores = storeCustomers.filter((row) => cell(row, 'PersonID') === '')
  return new Map(stores.map((row) => [cell(row, 'StoreID'), row]))
}

/** User ids of sales people by their ids in the file. */
function sellersOf({ salesPeople }: DemoSource, users: Directory['users']): Map<string, number> {
  return new Map(
    salesPeople.map((row) => [
      cell(row, 'BusinessEntityID'),
      users(addressOf(cell(row, 'FirstName'), cell(row, 'LastName'))),
    ]),
  )
}

function known<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  return required(map.get(key), key)
}

const smallCustomerOf = (store: Row): SmallCustomer => ({
  externalId: cell(store, 'BusinessEntityID'),
  arr: arrOfRow(store, 'NumberEmployees', 40),
})

/** An organization for each territory, owned by those who sell there, who sells most first. */
export function listTerritories(source: DemoSource, { users, stages }: Directory, now: Date): DemoRecord[] {
  const customers = customersByStore(source)
  const sellers = sellersOf(source, users)
  const byTerritory = Map.groupBy(source.stores, (row) =>
    cell(known(customers, cell(row, 'BusinessEntityID')), 'Territory'),
  )
  return [...byTerritory].map(([territory, stores]) => ({
    externalId: territory,
    form: {
      name: `Bicycle stores, ${territory}`,
      owners: mostFrequent(stores, 'SalesPersonID').map((id) => known(sellers, id)),
      lifecycleStage: stages(1, stageOf(average(stores, 'AnnualSales'))),
      ...contractOf(stores.map(smallCustomerOf), now),
    },
  }))
}

/** The bicycle stores, each owned by its sales person. */
export function listStores(
  source: DemoSource,
  { users, stages, records }: Directory,
  now: Date,
): DemoRecord[] {
  const customers = customersByStore(source)
  const sellers = sellersOf(source, users)
  return source.stores.map((row) => {
    const externalId = cell(row, 'BusinessEntityID')
    const customer = known(customers, externalId)
    const territory = cell(customer, 'Territory')
    return {
      externalId,
      form: {
        name: cell(row, 'Name'),
        owners: [known(sellers, cell(row, 'SalesPersonID'))],
        lifecycleStage: stages(2, stageOf(numberCell(row, 'AnnualSales') ?? 0)),
        pulse: pulseOf(row),
        organization: records(1, territory),
        sector: 'Retail',
        revenue: numberCell(row, 'AnnualRevenue'),
        employees: numberCell(row, 'NumberEmployees'),
        office_location: countryOf(territory),
        year_established: cell(row, 'YearOpened'),
        specialty: cell(row, 'Specialty'),
        square_feet: numberCell(row, 'SquareFeet'),
        customer_number: cell(customer, 'AccountNumber'),
        ...contractOf([smallCustomerOf(row)], now),
      },
    }
  })
}

const nameColumns = ['FirstName', 'MiddleName', 'LastName', 'Suffix']

/** The people at the stores. Who owns a store speaks for it: a champion. */
export function listContacts(source: DemoSource, { stages, records }: Directory): DemoRecord[] {
  const stageByRole = (role: string) => stages(3, role === 'Owner' ? 'Champion' : 'Active')
  return source.storeContacts.map((row) => ({
    externalId: cell(row, 'PersonID'),
    form: {
      name: nameColumns
        .map((column) => cell(row, column))
        .filter((part) => part !== '')
        .join(' '),
      email: cell(row, 'Email'),
      lifecycleStage: stageByRole(cell(row, 'ContactType')),
      account: records(2, cell(row, 'StoreID')),
      role: cell(row, 'ContactType'),
      phone: cell(row, 'Phone'),
    },
  }))
}
