import type { LevelId } from '@steward/contracts/level'
import type { HistoryEntry, historyQuery, restoreValueSchema } from '@steward/contracts/record-history'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Catalogue, CatalogueField, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import {
  faultOfReturn,
  findRecordNames,
  presentActor,
  type Records,
  type WrittenRecord,
} from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  changeKinds,
  findNames,
  readChange,
  readHistory,
  type ChangeSetRow,
  type HistoryRow,
} from './ledger.read-model.ts'
import { changesOf, faultOfTime, namedRecords, type Wording } from './ledger.wording.ts'

type HistoryQuery = z.output<typeof historyQuery>
type RestoreValue = z.output<typeof restoreValueSchema>

/** The modules below, from which the ledger takes names and does its work. */
export interface LedgerNeighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
  records: Records
}

/** A field as the ledger has it, by any of its names. The primary owner is kept as the first of the owners. */
function findKept(catalogue: Catalogue, name: string): CatalogueField | undefined {
  const field = catalogue.find(name)
  return field?.key === 'primaryOwner' ? catalogue.byKey('owners') : field
}

/** The history of a record in words, and putting single values of it back. */
export function createHistory(platform: Platform, neighbours: LedgerNeighbours) {
  const { records } = neighbours

  /** How an act came about: who did it, through what, and what led to it. */
  async function originOf({ tenantId }: Actor, row: ChangeSetRow) {
    const users = await neighbours.users.directory(tenantId)
    const { actor_id: id, source, causes } = row
    const name = id === null ? 'Steward' : (users.byId.get(id)?.name ?? 'Former user')
    return { by: { id, name }, source, actor: presentActor(row, users), causes: causes ?? [] }
  }

  async function wordingOf(
    actor: Actor,
    rows: readonly HistoryRow[],
    catalogue: Catalogue,
  ): Promise<Wording> {
    const { tenantId } = actor
    const db = platform.database.tenant(tenantId)
    const { parents, others } = namedRecords(rows, catalogue)
    const [users, stages, currencies, above, named] = await Promise.all([
      neighbours.users.directory(tenantId),
      neighbours.lifecycle.stages(tenantId),
      neighbours.currency.definitions(tenantId),
      findNames(db, tenantId, parents),
      findRecordNames(db, actor, others),
    ])
    const byCurrency = new Map(currencies.map((currency) => [currency.currencyDefinitionId, currency]))
    const seen = new Map<number, { name: string }>(above)
    for (const [id, name] of named) seen.set(id, { name })
    return { users: users.byId, stages: stages.named, records: seen, currencies: byCurrency }
  }

  async function history(
    actor: Actor,
    level: LevelId,
    recordId: number,
    options: HistoryQuery,
  ): Promise<{ data: HistoryEntry[]; hasMore: boolean }> {
    await records.read(actor, level, recordId)
    const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
    const field = options.field === undefined ? undefined : findKept(catalogue, options.field)
    if (options.field !== undefined && !field) {
      throw invalid('history.field', { field: `Unknown field "${options.field}".` })
    }
    const db = platform.database.tenant(actor.tenantId)
    const rows = await readHistory(db, actor.tenantId, recordId, {
      key: field?.key ?? null,
      before: options.before ?? null,
      limit: options.limit + 1,
    })
    const page = rows.slice(0, options.limit)
    const wording = await wordingOf(actor, page, catalogue)
    const data = await Promise.all(
      page.map(async (row) => ({
        changeSetId: row.change_set_id,
        at: row.at.toISOString(),
        ...(await originOf(actor, row)),
        action: row.action,
        kind: changeKinds[row.kind],
        undoneBy: row.undone_by,
        changes: changesOf(row, catalogue, wording).filter((change) => !field || change.field === field.name),
      })),
    )
    return { data, hasMore: rows.length > page.length }
  }

  /** Puts one value back to what it was before a change set. */
  async function restoreValue(
    actor: Actor,
    level: LevelId,
    recordId: number,
    input: RestoreValue,
  ): Promise<WrittenRecord> {
    await records.read(actor, level, recordId)
    const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
    const field = findKept(catalogue, input.field)
    if (!field) throw invalid('history.field', { field: `Unknown field "${input.field}".` })
    if (field.calculated)
      throw invalid('history.calculated', { field: `${field.displayName} is calculated.` })
    const db = platform.database.tenant(actor.tenantId)
    const row = await readChange(db, actor.tenantId, recordId, input.changeSetId)
    if (!row?.after || !(field.key in row.after)) {
      throw notFound('history.unknown', `This change did not affect ${field.displayName}.`)
    }
    const value = row.before?.[field.key] ?? null
    const fault = faultOfTime(field, input.changeSetId) ?? faultOfReturn(field, value)
    if (fault) throw invalid('history.fixed', { field: fault })
    return records.setOne(actor, level, 'restoreValue', recordId, { [field.key]: value })
  }

  return { originOf, history, restoreValue }
}
