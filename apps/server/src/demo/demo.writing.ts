import type { LevelId } from '@steward/contracts/level'
import type { Modules } from '../modules.ts'
import { matchRecords, readForm, type PlanContext } from '../modules/record/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/database.ts'

/** A record of the demo: its external id, and its other values by field name. */
export interface DemoRecord {
  externalId: string
  form: Readonly<Record<string, unknown>>
}

/** Ids of what the demo has already. Each throws when there is no such thing. */
export interface Directory {
  /** The user with an email address. */
  users(email: string): number
  /** The lifecycle stage of a level with a name, or the level's first where it was renamed. */
  stages(level: LevelId, name: string): number
  /** The record of a level with an external id. */
  records(level: LevelId, externalId: string): number
}

export interface Writing {
  records: Modules['records']
  actor: Actor
  signal: AbortSignal
}

const batchSize = 500

/** Which of a batch are there already, by external id. */
async function findPresent(
  tx: Tx,
  context: PlanContext,
  batch: readonly DemoRecord[],
): Promise<Map<string, number>> {
  const field = context.catalogue.find('externalId')
  if (!field) throw new Error(`Level ${context.level} has no external id`)
  const keys = batch.map((record) => [record.externalId])
  const matches = await matchRecords(tx, context.actor, context.level, [field], keys)
  const present = matches.map((found, at) => [batch[at]?.externalId, found[0]?.recordId] as const)
  return new Map(present.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

async function writeBatch(
  { records, actor }: Writing,
  level: LevelId,
  batch: readonly DemoRecord[],
): Promise<Map<string, number>> {
  const reading = await records.readContext(actor)
  let ids = new Map<string, number>()
  let missing: readonly DemoRecord[] = []
  const act = { action: 'create', at: records.now() } as const
  const written = await records.write(actor, level, act, async (context, tx) => {
    ids = await findPresent(tx, context, batch)
    missing = batch.filter((record) => !ids.has(record.externalId))
    return missing.map(({ externalId, form }) => ({
      kind: 'create',
      ...readForm(context.catalogue, { externalId, ...form }, reading),
    }))
  })
  for (const [at, { recordId, problems }] of written.results.entries()) {
    const { externalId } = missing[at] as DemoRecord
    if (recordId === null) throw new Error(`Demo record ${externalId}: ${problems[0]?.message}`)
    ids.set(externalId, recordId)
  }
  return ids
}

/**
 * Creates the records that are not there yet, a transaction for each batch, and returns the ids of all by
 * external id. Stops between batches when the signal fires. Throws when a record is refused.
 */
export async function writeMissing(
  writing: Writing,
  level: LevelId,
  wanted: readonly DemoRecord[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let start = 0; start < wanted.length; start += batchSize) {
    writing.signal.throwIfAborted()
    const batch = await writeBatch(writing, level, wanted.slice(start, start + batchSize))
    for (const [externalId, recordId] of batch) ids.set(externalId, recordId)
  }
  return ids
}
