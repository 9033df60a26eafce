import type { ChangeDetails } from '@steward/contracts/timeline'
import type { LevelId } from '@steward/contracts/level'
import type { CurrencyService } from '../currency/index.ts'
import type { Wording } from '../data-type/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { PresentedItem, Presenter } from './timeline.door.ts'

export interface ChangeNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  lifecycle: Pick<LifecycleService, 'stages'>
  currency: Pick<CurrencyService, 'definitions'>
}

interface KeptChange {
  key: string
  before: unknown
  after: unknown
}

/** A value in words; null for none. */
function wordsOf(value: unknown, key: string, catalogue: Catalogue, wording: Wording): string | null {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return null
  if (Array.isArray(value)) return value.map((one) => wordsOf(one, key, catalogue, wording)).join(', ')
  const field = catalogue.byKey(key)
  return field?.type.word?.(value, wording, field) ?? String(value)
}

function detailsOf(item: PresentedItem, catalogue: Catalogue, wording: Wording): ChangeDetails {
  const changes = (item.details['changes'] ?? []) as KeptChange[]
  return {
    changeSetId: item.changeSetId as number,
    changes: changes.map(({ key, before, after }) => {
      const field = catalogue.byKey(key)
      return {
        field: field?.name ?? key,
        label: field?.displayName ?? 'A deleted field',
        before: wordsOf(before, key, catalogue, wording),
        after: wordsOf(after, key, catalogue, wording),
      }
    }),
  }
}

/** Puts words to what the ledger told: names of stages and users as they are today. */
export function createChangePresenter({ users, fields, lifecycle, currency }: ChangeNeighbours): Presenter {
  return async (tenantId, _actor, rows) => {
    const levels = [...new Set(rows.map((row) => row.level))]
    const [directory, stages, currencies, catalogues] = await Promise.all([
      users.directory(tenantId),
      lifecycle.stages(tenantId),
      currency.definitions(tenantId),
      Promise.all(levels.map(async (level) => [level, await fields.catalogue(tenantId, level)] as const)),
    ])
    const wording: Wording = {
      users: directory.byId,
      stages: stages.named,
      records: new Map(),
      currencies: new Map(currencies.map((one) => [one.currencyDefinitionId, one])),
    }
    const byLevel = new Map<LevelId, Catalogue>(catalogues)
    return new Map(
      rows.map((row) => [row.itemId, detailsOf(row, byLevel.get(row.level) as Catalogue, wording)]),
    )
  }
}
