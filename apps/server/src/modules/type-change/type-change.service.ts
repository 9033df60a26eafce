import type { ChangeType, TypeChange, TypeChangePreview } from '@steward/contracts/type-change/type-change'
import type { DataType } from '@steward/contracts/data-type'
import { levels } from '@steward/contracts/level'
import { finishing, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule } from '../../platform/schedule/schedule.ts'
import type { AuditService } from '../audit/index.ts'
import { asOnlyRunner } from '../bulk/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { openChangeSet } from '../record/index.ts'
import { openConverter, type ConverterNeighbours } from './type-change.converter.ts'
import { previewChange, type Plan } from './type-change.preview.ts'
import { faultOfChange, faultOfUses } from './type-change.rules.ts'
import { findLatest, finishChange, insertChange, noteProcessed, readChange } from './type-change.store.ts'
import type { TypeChangeRow } from './type-change.store.ts'
import { convertValues } from './type-change.writing.ts'

export interface TypeChangeNeighbours extends ConverterNeighbours {
  audit: AuditService
  ledger: Ledger
}

export const conversionTask = 'type-change.convert'
/** Scheduled work: a change that its call should have ended by then. */
export const takeOver = 'type-change.take-over'

/** Values that are converted before the call answers; more are left to a job. */
const fewValues = 5000
/** Milliseconds after which a job takes over a change that its call did not end. */
const takeOverAfter = 15_000
/** How long a change waits before it asks again whether an import has ended, in milliseconds. */
const askAgainAfter = 1000

const interrupted =
  'The server stopped during the change, ten times in a row. Nothing was changed; start it again when the server is stable.'

const unknownField = (fieldId: number) =>
  notFound('field.unknown', `Field ${fieldId} does not exist. It may have been deleted.`)

function stateOf({ finishedAt, failure }: TypeChangeRow): TypeChange['state'] {
  if (!finishedAt) return 'working'
  return failure === null ? 'completed' : 'failed'
}

function present(change: TypeChangeRow): TypeChange {
  const { fieldId, fromType, toType, requestedAt, ...rest } = change
  const { matched, processed, converted, blank, changeSetId, failure } = rest
  return {
    customColumnId: fieldId,
    fromType,
    dataType: toType,
    state: stateOf(change),
    matched,
    processed,
    converted,
    blank,
    failure,
    changeSetId,
    requestedAt: requestedAt.toISOString(),
  }
}

function askFor(db: Db | Tx, tenantId: number, typeChangeId: number, after?: number): Promise<void> {
  const key = `${conversionTask}:${tenantId}:${typeChangeId}`
  const payload = { tenantId, typeChangeId }
  return addJob(db, { task: conversionTask, payload, key, ...(after !== undefined && { after }) })
}

/** Changing the type of a field: looked at first, then done for all records as one change set. */
export function createTypeChangeService(platform: Platform, neighbours: TypeChangeNeighbours) {
  const { fields, audit } = neighbours
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function findPlace(tenantId: number, fieldId: number): Promise<Omit<Plan, 'wish'>> {
    for (const { id: level } of levels) {
      const field = (await fields.catalogue(tenantId, level)).byKey(String(fieldId))
      if (field?.fieldId === fieldId) return { level, field }
    }
    throw unknownField(fieldId)
  }

  /** Refuses a change that cannot be, or that something does not allow. */
  async function check(actor: Actor, fieldId: number, wish: ChangeType): Promise<Plan & { records: number }> {
    const place = await findPlace(actor.tenantId, fieldId)
    const to = wish.dataType as DataType
    const fault = faultOfChange(place.field, to)
    if (fault) throw invalid('field.type', { dataType: fault })
    const { records = 0, uses } = await fields.findUsage(actor, fieldId)
    const inUse = faultOfUses(place.field, to, uses)
    if (inUse) throw new AppError('conflict', 'field.type_in_use', inUse, { dataType: inUse })
    return { ...place, wish, records }
  }

  /** Everything in one transaction: no one ever sees values of one type in a field of another. */
  async function convertAll(tenantId: number, change: TypeChangeRow, signal?: AbortSignal): Promise<void> {
    const { typeChangeId, fieldId, fromType, toType, userId } = change
    const db = dbOf(tenantId)
    const actor = finishing({ tenantId, userId })
    const { level, field } = await findPlace(tenantId, fieldId)
    await check(actor, fieldId, { dataType: toType })
    const form = {
      ...(change.numberFormat && { numberFormat: change.numberFormat }),
      ...(change.dateFormat && { dateFormat: change.dateFormat }),
    }
    const converter = await openConverter(neighbours, actor, { level, from: field, to: toType, form })
    // An index of numbers would refuse the texts that come in their place.
    await fields.dropIndexes(tenantId, fieldId)
    await transact(db, async (tx) => {
      const at = platform.clock.now()
      const changeSetId = await openChangeSet(tx, { actor, action: 'changeType', at }, { level, records: 0 })
      await fields.setType(tx, tenantId, fieldId, { dataType: toType, changeSetId })
      const done = await convertValues(
        tx,
        { actor, action: 'changeType', at, changeSetId },
        {
          place: { tenantId, level, key: field.key },
          converter,
          async report({ processed }) {
            signal?.throwIfAborted()
            // On a connection of its own: others see it while the transaction goes on.
            await noteProcessed(db, tenantId, typeChangeId, processed)
          },
        },
      )
      await audit.write(tx, tenantId, {
        action: 'field.type_changed',
        summary: `Changed the type of the field “${field.displayName}”`,
        actor,
        subject: { kind: 'field', id: fieldId, name: field.displayName },
        details: { from: fromType, to: toType, ...done, changeSetId },
      })
      await finishChange(tx, tenantId, typeChangeId, { ...done, changeSetId, finishedAt: at, failure: null })
    })
    await fields.forget(tenantId)
    // Indexes that lists asked for meanwhile are of the former type.
    await fields.dropIndexes(tenantId, fieldId)
  }

  async function fail(tenantId: number, change: TypeChangeRow, failure: string): Promise<void> {
    const none = { processed: 0, converted: 0, blank: 0, changeSetId: null }
    const finishedAt = platform.clock.now()
    await finishChange(dbOf(tenantId), tenantId, change.typeChangeId, { ...none, finishedAt, failure })
  }

  /** Does a change, unless an import of the company is at work; then a job comes back to it. */
  async function run(
    tenantId: number,
    typeChangeId: number,
    { signal, isLast = false }: { signal?: AbortSignal; isLast?: boolean } = {},
  ): Promise<void> {
    const work = async () => {
      const change = await readChange(dbOf(tenantId), tenantId, typeChangeId)
      if (!change || change.finishedAt) return
      try {
        await convertAll(tenantId, change, signal)
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof AppError) return fail(tenantId, change, error.message)
        if (isLast) await fail(tenantId, change, 'Something went wrong. Nothing was changed; start it again.')
        throw error
      }
    }
    const lock = { tenantId, jobId: typeChangeId, preview: false }
    const ran = await asOnlyRunner(platform.database.url, lock, work)
    if (!ran || signal?.aborted) await askFor(dbOf(tenantId), tenantId, typeChangeId, askAgainAfter)
  }

  /** Ends a change whose job was abandoned: its transactions were rolled back, each time. */
  async function abandon(tenantId: number, typeChangeId: number): Promise<void> {
    const change = await readChange(dbOf(tenantId), tenantId, typeChangeId)
    if (!change || change.finishedAt) return
    await fail(tenantId, change, interrupted)
  }

  async function read(tenantId: number, fieldId: number): Promise<TypeChange | null> {
    await findPlace(tenantId, fieldId)
    const change = await findLatest(dbOf(tenantId), tenantId, fieldId)
    return change ? present(change) : null
  }

  return {
    check,
    findPlace,
    run,
    abandon,
    askFor: (tenantId: number, typeChangeId: number) => askFor(dbOf(tenantId), tenantId, typeChangeId),

    /** How far the latest change is; null where there was none. Error: not_found `field.unknown`. */
    read: ({ tenantId }: Actor, fieldId: number) => read(tenantId, fieldId),

    /**
     * Previews a change. Errors: not_found `field.unknown`; invalid_input `field.type`;
     * conflict `field.type_in_use` where something asks about values of the present type.
     */
    async preview(actor: Actor, fieldId: number, wish: ChangeType): Promise<TypeChangePreview> {
      const plan = await check(actor, fieldId, wish)
      return (await previewChange(dbOf(actor.tenantId), actor, neighbours, plan)).preview
    },

    /** Changes the type: few values at once, many by a job. Errors: those of the preview; conflict `field.type_changing`. */
    async start(actor: Actor, fieldId: number, wish: ChangeType): Promise<TypeChange> {
      const { tenantId, userId } = actor
      const plan = await check(actor, fieldId, wish)
      const { form } = await previewChange(dbOf(tenantId), actor, neighbours, plan)
      const isFew = plan.records <= fewValues
      const change = await transact(dbOf(tenantId), async (tx) => {
        const noted = await insertChange(tx, tenantId, {
          fieldId,
          fromType: plan.field.dataType,
          toType: wish.dataType as DataType,
          numberFormat: form.numberFormat ?? null,
          dateFormat: form.dateFormat ?? null,
          userId,
          requestedAt: platform.clock.now(),
          matched: plan.records,
        })
        if (!noted) {
          const message = `The type of "${plan.field.displayName}" is being changed already.`
          throw new AppError('conflict', 'field.type_changing', message)
        }
        const dueAt = new Date(platform.clock.now().getTime() + takeOverAfter)
        if (isFew) await schedule(tx, tenantId, { kind: takeOver, key: String(noted.typeChangeId), dueAt })
        else await askFor(tx, tenantId, noted.typeChangeId)
        return noted
      })
      if (isFew) await run(tenantId, change.typeChangeId)
      return (await read(tenantId, fieldId)) ?? present(change)
    },
  }
}

export type TypeChangeService = ReturnType<typeof createTypeChangeService>
