import { starterFields } from '@steward/contracts/plain/starter-field'
import { createFieldSchema, type CreateField } from '@steward/contracts/field'
import { cell, mostFrequent } from './demo.file.ts'
import type { DemoSource } from './demo.source.ts'
import { officeOf, sectorOf } from './demo.companies.ts'
import { countryOf } from './demo.stores.ts'

type Definition = Pick<CreateField, 'name' | 'displayName' | 'dataType' | 'description'> & {
  options?: readonly string[]
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** The fields that a new company starts with, for one that started without them. */
const starting: readonly Definition[] = starterFields.filter(({ isWritten }) => !isWritten)

function accountFields({ companies, stores, storeCustomers, customers }: DemoSource): Definition[] {
  const countries = [
    ...companies.map(officeOf),
    ...mostFrequent(storeCustomers, 'Territory').map(countryOf),
    ...mostFrequent(customers, 'country'),
  ]
  return [
    ...starting,
    {
      name: 'seats',
      displayName: 'Seats',
      dataType: 'number',
      description: 'How many people may use the product.',
    },
    {
      name: 'sector',
      displayName: 'Sector',
      dataType: 'singlePicklist',
      description: 'The industry the company works in.',
      options: sorted([...companies.map(sectorOf), ...mostFrequent(customers, 'sector')]),
    },
    {
      name: 'revenue',
      displayName: 'Revenue',
      dataType: 'currency',
      description: 'What the company takes in a year.',
    },
    {
      name: 'employees',
      displayName: 'Employees',
      dataType: 'number',
      description: 'How many people work there.',
    },
    {
      name: 'office_location',
      displayName: 'Office location',
      dataType: 'singlePicklist',
      description: 'The country of the head office.',
      options: sorted(countries),
    },
    {
      name: 'year_established',
      displayName: 'Year established',
      // A year is a name, not an amount: as a number it would be written 1,998.
      dataType: 'string',
      description: 'The year in which the company was founded or the store was opened.',
    },
    {
      name: 'specialty',
      displayName: 'Specialty',
      dataType: 'singlePicklist',
      description: 'The kind of bicycle a store is known for.',
      options: sorted(stores.map((row) => cell(row, 'Specialty'))),
    },
    {
      name: 'square_feet',
      displayName: 'Square feet',
      dataType: 'number',
      description: 'The size of a store.',
    },
    {
      name: 'customer_number',
      displayName: 'Customer number',
      dataType: 'string',
      description: 'The number of a store in the order system.',
    },
  ]
}

function contactFields({ storeContacts, customerContacts }: DemoSource): Definition[] {
  return [
    {
      name: 'role',
      displayName: 'Role',
      dataType: 'singlePicklist',
      description: 'What the person does at the account.',
      options: [...mostFrequent(customerContacts, 'role'), ...mostFrequent(storeContacts, 'ContactType')],
    },
    { name: 'job_title', displayName: 'Job title', dataType: 'string', description: '' },
    { name: 'phone', displayName: 'Phone', dataType: 'string', description: '' },
  ]
}

function pipelineFields({ products }: DemoSource): Definition[] {
  return [
    {
      name: 'value',
      displayName: 'Value',
      dataType: 'currency',
      description: 'The value of the deal; zero when it was lost.',
    },
    {
      name: 'product',
      displayName: 'Product',
      dataType: 'singlePicklist',
      description: 'What is offered.',
      options: products.map((row) => cell(row, 'product')),
    },
    {
      name: 'stage',
      displayName: 'Stage',
      dataType: 'string',
      description: 'How far the deal has come: Prospecting, Engaging, then Won or Lost.',
    },
    {
      name: 'engage_date',
      displayName: 'Engage date',
      dataType: 'date',
      description: 'The day on which talks began.',
    },
    {
      name: 'close_date',
      displayName: 'Close date',
      dataType: 'date',
      description: 'The day on which the deal was won or lost.',
    },
  ]
}

/** The custom fields that the demo needs, with their options. */
export function listDefinitions(source: DemoSource): CreateField[] {
  const byLevel = [
    { columnLevel: 'organization', fields: starting },
    { columnLevel: 'account', fields: accountFields(source) },
    { columnLevel: 'contact', fields: contactFields(source) },
    { columnLevel: 'pipeline', fields: pipelineFields(source) },
  ]
  return byLevel.flatMap(({ columnLevel, fields }) =>
    fields.map(({ options, ...field }) =>
      createFieldSchema.parse({ ...field, columnLevel, picklistDefinition: options ?? [] }),
    ),
  )
}
