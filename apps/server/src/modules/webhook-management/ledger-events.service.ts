import { changesOf, type RecordChange } from '../change-log/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentActor } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { BulkService } from '../bulk/index.ts'
import type { TimelineActs } from '../timeline-act/index.ts'
import { importOccurrence, itemKindsOf, type OtherOccurrences } from './other-occurrence.ts'
import { levelsOf, webhookReader, type ActFacts, type Occurrences } from './webhook.occurrence.ts'
import type { Occurrence } from './webhook.payload.rules.ts'
import { listActs, type ActRow } from './record-change.read-model.ts'

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
}

/** What happened in a time, read again from the ledger and from timelines, in batches. */
export function createLedgerEvents({ database }: Platform, neighbours: LedgerNeighbours) {
  const { users, bulk, timelineActs, occurrences, others } = neighbours

  async function factsOf(tenantId: number, acts: readonly ActRow[]): Promise<Map<number, ActFacts>> {
    const directory = await users.directory(tenantId)
    return new Map(
      acts.map((act) => {
        const { kind, id } = presentActor(act, directory)
        return [act.changeSetId, { at: act.at, actor: { kind, id } }]
      }),
    )
  }

  async function* ofRecords(tenantId: number, span: Span, events: ReadonlySet<string>): Batches {
    const db = database.tenant(tenantId)
    let after = 0
    for (;;) {
      const acts = await listActs(db, tenantId, span, after, actsAtOnce)
      const facts = await factsOf(tenantId, acts)
      const told = acts.map(({ changeSetId }) => ({ changeSetId }))
      for await (const changes of changesOf(db, tenantId, told, { size: changesAtOnce })) {
        const found = await occurrences.ofChanges(tenantId, changes satisfies RecordChange[], facts, events)
        yield { found, looked: changes.length }
      }
      const last = acts.at(-1)
      if (!last || acts.length < actsAtOnce) return
      after = last.changeSetId
    }
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
  }
}

export type LedgerEvents = ReturnType<typeof createLedgerEvents>
