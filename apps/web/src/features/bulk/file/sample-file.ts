import type { Level, LevelName } from '@steward/contracts/level'
import { saveFile } from '../../../api/save-file.ts'

const samples: Record<LevelName, readonly string[]> = {
  organization: [
    'Name,External ID,Lifecycle Stage,Owner,About',
    'Northwind Traders,C-1001,Onboarding,,Imports and sells fine foods',
    'Halcyon Logistics,C-1002,Adoption,,"Warehousing, freight and customs"',
  ],
  account: [
    'Name,External ID,Organization,Lifecycle Stage,Owner',
    'Northwind Europe,A-2001,Northwind Traders,Onboarding,',
    'Halcyon Freight,A-2002,Halcyon Logistics,Adoption,',
  ],
  contact: [
    'Name,Email,Organization,Account,External ID',
    'Maria Anders,maria.anders@example.com,Northwind Traders,Northwind Europe,P-3001',
    'Jonas Lindqvist,jonas.lindqvist@example.com,Halcyon Logistics,,P-3002',
  ],
  pipeline: [
    'Name,Entity Type,Status,Organization,External ID',
    'Northwind renewal,Opportunity,Open,Northwind Traders,D-4001',
    'Halcyon seat reduction,Risk,Open,Halcyon Logistics,D-4002',
  ],
}

/** Saves a small file that shows which columns a level understands. */
export function downloadSample(level: Level): void {
  const text = `${samples[level.name].join('\r\n')}\r\n`
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${level.plural}-sample.csv`)
}
