import { readRows, type Row } from './demo.file.ts'

/** The rows of the demo files, as published. */
export interface DemoSource {
  companies: Row[]
  products: Row[]
  deals: Row[]
  teams: Row[]
  stores: Row[]
  storeContacts: Row[]
  storeCustomers: Row[]
  salesPeople: Row[]
  customers: Row[]
  customerContacts: Row[]
  customerDeals: Row[]
  customerStories: Row[]
  customerTalks: Row[]
  customerNotes: Row[]
  customerTasks: Row[]
  customerMails: Row[]
  customerAnswers: Row[]
}

const files: Readonly<Record<keyof DemoSource, string>> = {
  companies: 'crm-sales/accounts.csv',
  products: 'crm-sales/products.csv',
  deals: 'crm-sales/sales_pipeline.csv',
  teams: 'crm-sales/sales_teams.csv',
  stores: 'adventureworks/stores.csv',
  storeContacts: 'adventureworks/store_contacts.csv',
  storeCustomers: 'adventureworks/store_customers.csv',
  salesPeople: 'adventureworks/sales_people.csv',
  customers: 'customers/customers.csv',
  customerContacts: 'customers/contacts.csv',
  customerDeals: 'customers/deals.csv',
  customerStories: 'customers/stories.csv',
  customerTalks: 'customers/talks.csv',
  customerNotes: 'customers/notes.csv',
  customerTasks: 'customers/tasks.csv',
  customerMails: 'customers/mails.csv',
  customerAnswers: 'customers/answers.csv',
}

/** Reads every demo file. */
export async function readSource(): Promise<DemoSource> {
  const entries = Object.entries(files).map(async ([name, file]) => [name, await readRows(file)])
  return Object.fromEntries(await Promise.all(entries)) as DemoSource
}
