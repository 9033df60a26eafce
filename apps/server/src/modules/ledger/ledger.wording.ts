import { pipelineStatuses, pipelineTypes, pulseValues } from '@steward/contracts/built-in-field'
import type { HistoryEntry } from '@steward/contracts/record'
import type { CurrencyValue } from '@steward/contracts/value'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { HistoryRow } from './ledger.read-model.ts'

/** What turning values into text takes. */
export interface Wording {
  users: ReadonlyMap<number, { name: string }>
  stages: ReadonlyMap<number, { displayName: string }>
  records: ReadonlyMap<number, { name: string }>
  currencies: ReadonlyMap<number, { code: string }>
  /** The texts of options, where the field does not know all of them yet. */
  optionText?: (id: number, field: CatalogueField) => string | undefined
}

type Word = (value: number, wording: Wording, field: CatalogueField) => string | undefined

const nameIn =
  (list: readonly { id: number; name: string }[]): Word =>
  (id) =>
    list.find((item) => item.id === id)?.name

const optionText: Word = (id, wording, field) =>
  wording.optionText?.(id, field) ?? field.options.find((option) => option.id === id)?.value

const wordOf: Partial<Record<CatalogueField['dataType'], Word>> = {
  user: (id, { users }) => users.get(id)?.name,
  owner: (id, { users }) => users.get(id)?.name,
  lifecycleStage: (id, { stages }) => stages.get(id)?.displayName,
  organization: (id, { records }) => records.get(id)?.name,
  account: (id, { records }) => records.get(id)?.name,
  contact: (id, { records }) => records.get(id)?.name,
  singlePicklist: optionText,
  multiPicklist: optionText,
  pulse: nameIn(pulseValues),
  pipelineStatus: nameIn(pipelineStatuses),
  parentEntity: nameIn(pipelineTypes),
}

function textOfMoney(money: CurrencyValue, wording: Wording): string {
  const amount = money.value.toLocaleString('en-US', { maximumFractionDigits: 20 })
  return `${amount} ${wording.currencies.get(money.currencyDefinitionId)?.code ?? ''}`.trim()
}

/** A value as people read it; null for none. Values of fields that were removed are shown as they were kept. */
export function textOfValue(
  value: unknown,
  field: CatalogueField | undefined,
  wording: Wording,
): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => textOfValue(item, field, wording)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return textOfMoney(value as CurrencyValue, wording)
  const word =
    field && typeof value === 'number' ? wordOf[field.dataType]?.(value, wording, field) : undefined
  return word ?? String(value)
}

/** The types whose values are ids of records. */
export const namesRecords: ReadonlySet<CatalogueField['dataType']> = new Set([
  'organization',
  'account',
  'contact',
])

const holdsRecord = (field: CatalogueField | undefined): boolean =>
  field !== undefined && namesRecords.has(field.dataType)

/** Records that kept values name. */
export function namedRecords(rows: readonly HistoryRow[], catalogue: Catalogue): number[] {
  const ids = rows.flatMap((row) =>
    [row.before, row.after].flatMap((values) =>
      Object.entries(values ?? {}).flatMap(([key, value]) =>
        holdsRecord(catalogue.byKey(key)) && typeof value === 'number' ? [value] : [],
      ),
    ),
  )
  return [...new Set(ids)]
}

/** What a change did, field by field, in words. */
export function changesOf(row: HistoryRow, catalogue: Catalogue, wording: Wording): HistoryEntry['changes'] {
  if (row.kind !== 2) return []
  return Object.keys(row.after ?? {}).map((key) => {
    const field = catalogue.byKey(key)
    const before = row.before?.[key] ?? null
    const after = row.after?.[key] ?? null
    return {
      field: field?.name ?? key,
      label: field?.displayName ?? 'A field that was removed',
      dataType: field?.dataType ?? 'string',
      before,
      after,
      beforeText: textOfValue(before, field, wording),
      afterText: textOfValue(after, field, wording),
      restorable: field !== undefined,
    }
  })
}
