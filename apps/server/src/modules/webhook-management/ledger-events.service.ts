import { changesOf, type RecordChange } from '../change-log/index.ts'
import { query, type Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentActor, type ActorRow } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { BulkService } from '../bulk/index.ts'
import type { TimelineActs } from '../timeline-act/index.ts'
import type { ItemOccurrences } from './item-occurrence.ts'
import { importOccurrence, itemKindsOf, targetMet, type OtherOccurrences } from './other-occurrence.ts'
import { levelsOf, webhookReader, type ActFacts, type Occurrences } from './webhook.occurrence.ts'
import type { Occurrence } from './webhook.payload.rules.ts'

/** Operations that are read at once, and changes of them. */
const actsAtOnce = 200
const changesAtOnce = 500

export interface Span {
  from: Date
  to: Date
}

/** With each batch, how many changes were looked at for it. */
interface Batch {
  found: Occurrence[]
  looked: number
}

type Batches = AsyncGenerator<Batch, void>

export interface LedgerNeighbours {
  users: Pick<UserService, 'directory'>
  bulk: Pick<BulkService, 'listEnded'>
  timelineActs: TimelineActs
  occurrences: Occurrences
  others: OtherOccurrences
  items: ItemOccurrences
}

/** An operation on records. */
interface ActRow extends ActorRow {
  changeSetId: number
  at: Date
}

/** The operations of a time, in the order of their ids, behind `after`. */
function listActs(
  db: Db,
  tenantId: number,
  { from, to }: { from: Date; to: Date },
  after: number,
  limit: number,
): Promise<ActRow[]> {
  return query<ActRow>(
    db,
    `select change_set_id as "changeSetId", at, actor_id, action, via_kind, via_id, via_name from record_act
     where tenant_id = $1 and at >= $2 and at < $3 and change_set_id > $4
     order by change_set_id limit $5`,
    [tenantId, from, to, after, limit],
  )
}

/** What happened in a time, read again from the ledger and from timelines, in batches. */
export function createLedgerEvents({ database }: Platform, neighbours: LedgerNeighbours) {
  const { users, bulk, timelineActs, occurrences, others, items } = neighbours

  async function factsOf(tenantId: number, acts: readonly ActRow[]): Promise<Map<number, ActFacts>> {
    const directory = await users.directory(tenantId)
    return new Map(
      acts.map((act) => {
        const { kind, id } = presentActor(act, directory)
        return [act.changeSetId, { at: act.at, actor: { kind, id } }]
      }),
    )
  }

  /** The operations of a time, some at once. */
  async function* actsOf(tenantId: number, span: Span): AsyncGenerator<Map<number, ActFacts>, void> {
    let after = 0
    for (;;) {
      const acts = await listActs(database.tenant(tenantId), tenantId, span, after, actsAtOnce)
      yield await factsOf(tenantId, acts)
      const last = acts.at(-1)
      if (!last || acts.length < actsAtOnce) return
      after = last.changeSetId
    }
  }

  async function* ofRecords(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    const db = database.tenant(tenantId)
    for await (const facts of actsOf(tenantId, span)) {
      const told = [...facts.keys()].map((changeSetId) => ({ changeSetId }))
      for await (const changes of changesOf(db, tenantId, told, { size: changesAtOnce })) {
        const found = await occurrences.ofChanges(tenantId, changes satisfies RecordChange[], facts, events)
        yield { found, looked: changes.length }
      }
    }
  }

  async function* ofChangedItems(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    const kinds = Object.values(items).filter(({ types }) => types.some((type) => events.has(type)))
    if (kinds.length === 0) return
    for await (const facts of actsOf(tenantId, span)) {
      for (const kind of kinds) yield* kind.ofActs(tenantId, facts, events)
    }
  }

  async function* ofTargets(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    if (!events.has(targetMet)) return
    const found = await others.ofTargets(tenantId, span)
    yield { found, looked: found.length }
  }

  async function* ofItems(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    const kinds = itemKindsOf(events)
    if (kinds.length === 0) return
    for await (const acts of timelineActs.actsOf(tenantId, kinds, span, actsAtOnce)) {
      const [mails, logged] = [
        acts.filter(({ kind, act, source }) => kind === 'email' && act === 'create' && source !== 'app'),
        acts.filter(({ kind }) => kind !== 'email'),
      ]
      const found = [
        ...(await others.ofItems(tenantId, logged, events)),
        ...(await others.ofMails(tenantId, mails)),
      ]
      yield { found, looked: acts.length }
    }
  }

  async function* ofImports(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    if (!events.has('import.finished')) return
    const jobs = await bulk.listEnded(webhookReader(tenantId), span)
    const found = jobs.flatMap(
      (job) => importOccurrence(tenantId, job, new Date(job.finishedAt ?? job.createdAt)) ?? [],
    )
    yield { found, looked: jobs.length }
  }

  return async function* eventsOf(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    if (levelsOf(events).length > 0) yield* ofRecords(tenantId, span, events)
    yield* ofItems(tenantId, span, events)
    yield* ofImports(tenantId, span, events)
    yield* ofChangedItems(tenantId, span, events)
    yield* ofTargets(tenantId, span, events)
  }
}

export type LedgerEvents = ReturnType<typeof createLedgerEvents>
