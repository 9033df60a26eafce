import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createField, nothing, type Outcomes, type SentFile } from './import-steps.ts'

const folder = join(import.meta.dirname, '../apps/server/fixtures/import')

type Encoding = 'utf8' | 'latin1'

/** A public file of accounts, and what the next month's version of it brings. */
export interface MonthlyFile {
  name: string
  encoding: Encoding
  rows: number
  /** Makes the fields that the first import needs. */
  prepare(page: Page): Promise<void>
  /** Changes rows, by the beginnings of their lines; the last one goes, and a new one comes. */
  edits: readonly { line: string; from: string; to: string }[]
  added: string
  /** The findings of the check once the values are repaired. */
  next: Outcomes
  /** Values to repair: those that are read as another, and those that become options. */
  repairs: readonly { field: string; value: string; as: string | 'an option' }[]
  moves: number
}

const linesOf = ({ name, encoding }: MonthlyFile): string[] =>
  readFileSync(join(folder, name), encoding)
    .split(/\r?\n/)
    .filter((line) => line !== '')

function fileOf({ name, encoding }: MonthlyFile, month: string, lines: readonly string[]): SentFile {
  const buffer = Buffer.from(`${lines.join('\n')}\n`, encoding)
  return { name: name.replace('.csv', `-${month}.csv`), mimeType: 'text/csv', buffer }
}

export const thisMonth = (file: MonthlyFile): SentFile => fileOf(file, 'march', linesOf(file))

/** The same with the edits, without its last row, and with a new one. */
export function nextMonth(file: MonthlyFile): SentFile {
  const edited = linesOf(file).map((line) => {
    const found = file.edits.filter((edit) => line.startsWith(edit.line))
    return found.reduce((text, { from, to }) => {
      if (!text.includes(from)) throw new Error(`${file.name}: no ${from} in ${text}`)
      return text.replace(from, to)
    }, line)
  })
  return fileOf(file, 'april', [...edited.slice(0, -1), file.added])
}

const plain = { encoding: 'utf8', repairs: [], moves: 0 } as const

async function createFields(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Create fields for \d+ columns$/ }).click()
  await page.getByRole('button', { name: /^Create \d+ fields$/ }).click()
  await page.getByText('Every column is matched.').waitFor()
}

/** Five public files: see the README beside them. */
export const monthlyFiles: readonly MonthlyFile[] = [
  {
    ...plain,
    name: 'crm-sales-accounts.csv',
    rows: 85,
    async prepare(page) {
      await createFields(page)
      await page.getByLabel('Create organizations that are not there yet').check()
    },
    edits: [
      { line: 'Acme Corporation,', from: '1100.04', to: '1200' },
      { line: 'Betasoloin,', from: '495', to: 'about 500' },
      { line: 'Bioholding,', from: 'medical', to: 'robotics' },
      { line: 'Codehow,', from: 'Acme Corporation', to: 'Golddex' },
    ],
    added: 'Zeta Robotics,software,2019,12.5,40,Norway,Sonron',
    next: { ...nothing, create: 1, update: 4, unchanged: 80 },
    repairs: [
      { field: 'Employees', value: 'about 500', as: '500' },
      { field: 'Sector', value: 'robotics', as: 'an option' },
    ],
    moves: 1,
  },
  {
    ...plain,
    name: 'adventureworks-stores.csv',
    rows: 701,
    prepare: (page) => createField(page, 'AnnualSales'),
    edits: [{ line: '292,', from: '800000', to: '900000' }],
    added: '99999,Zeta Bikes,279,500000,50000,Primary Bank,BM,2019,Road,9000,2,DSL,9,2025-09-11',
    next: { ...nothing, create: 1, update: 1, unchanged: 699 },
  },
  {
    ...plain,
    name: 'salesforce-accounts.csv',
    encoding: 'latin1',
    rows: 423,
    prepare: () => Promise.resolve(),
    edits: [{ line: '"001x0000002xLCVAA2"', from: 'Gravity Investments', to: 'Gravity Investments Inc' }],
    added: `"001x000000ZZZZZZZZ","false","","Zeta Québec"${',""'.repeat(33)}`,
    next: { ...nothing, create: 1, update: 1, unchanged: 421 },
  },
  {
    ...plain,
    name: 'sp500-constituents.csv',
    rows: 503,
    prepare: () => Promise.resolve(),
    edits: [{ line: 'MMM,', from: '3M', to: '3M Company' }],
    added: 'ZETA,Zeta Example,Industrials,Building Products,"Oslo, Norway",2026-03-02,9999999,2001',
    next: { ...nothing, create: 1, update: 1, unchanged: 501 },
  },
  {
    ...plain,
    name: 'northwind-customers.csv',
    rows: 91,
    prepare: (page) => createField(page, 'Country'),
    edits: [{ line: 'ALFKI,', from: 'Germany', to: 'Norway' }],
    added: 'ZETAF,Zeta Foods,Zoe Zimmer,Owner,Karl Johans gate 1,Oslo,,0154,Norway,(1) 555-0100,',
    next: { ...nothing, create: 1, update: 1, unchanged: 89 },
  },
]
