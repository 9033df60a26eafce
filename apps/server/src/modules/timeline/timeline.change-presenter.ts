import type { ChangeDetails } from '@steward/contracts/timeline'
import type { LevelId } from '@steward/contracts/level'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Wording } from '../data-type/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import { presentActor } from '../record/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findOrigins } from './timeline.change.store.ts'
import type { PresentedItem, Presenter } from './timeline.door.ts'

export interface ChangeNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  lifecycle: Pick<LifecycleService, 'stages'>
  currency: Pick<CurrencyService, 'definitions'>
}

type ChangeWords = Omit<ChangeDetails, keyof Origin>

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

function detailsOf(item: PresentedItem, catalogue: Catalogue, wording: Wording): ChangeWords {
  const changes = (item.details['changes'] ?? []) as KeptChange[]
  return {
    changeSetId: item.changeSetId as number,
    changes: changes.map(({ key, before, after }) => {
      const field = catalogue.byKey(key)
      return {
        field: field?.name ?? key,
        label: field?.displayName ?? 'A field that was removed',
        before: wordsOf(before, key, catalogue, wording),
        after: wordsOf(after, key, catalogue, wording),
      }
    }),
  }
}

type Origin = Pick<ChangeDetails, 'source' | 'actor' | 'causes'>

const byPerson: Origin = { source: 'person', actor: null, causes: [] }

/** Puts words to what the ledger told: names of stages and users as they are today. */
export function createChangePresenter(
  { database }: Pick<Platform, 'database'>,
  { users, fields, lifecycle, currency }: ChangeNeighbours,
): Presenter {
  /** How the acts came about that no person did in the app, by their change sets. */
  async function originsOf(tenantId: number, rows: readonly PresentedItem[], directory: UserDirectory) {
    const others = rows.flatMap(({ changeSetId, source }) =>
      changeSetId === null || source === 'person' ? [] : [changeSetId],
    )
    if (others.length === 0) return new Map<number, Origin>()
    const found = await findOrigins(database.tenant(tenantId), tenantId, [...new Set(others)])
    return new Map(
      found.map((row): [number, Origin] => [
        row.change_set_id,
        { source: row.source, actor: presentActor(row, directory), causes: row.causes ?? [] },
      ]),
    )
  }

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
    const origins = await originsOf(tenantId, rows, directory)
    const originOf = ({ changeSetId }: PresentedItem) => origins.get(changeSetId ?? 0) ?? byPerson
    return new Map(
      rows.map((row) => {
        const words = detailsOf(row, byLevel.get(row.level) as Catalogue, wording)
        return [row.itemId, { ...words, ...originOf(row) }]
      }),
    )
  }
}
