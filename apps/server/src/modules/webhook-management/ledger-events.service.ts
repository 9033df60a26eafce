import { changesOf, type RecordChange } from '../change-log/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentActor } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { ActFacts, Occurrences } from './webhook.occurrence.ts'
import type { Occurrence } from './webhook.payload.rules.ts'
import { listActs, type ActRow } from './record-change.read-model.ts'

/** Operations that are read at once, and changes of them. */
const actsAtOnce = 200
const changesAtOnce = 500

export interface Span {
  from: Date
  to: Date
}

/** What happened in a time, read again from the ledger, in batches. */
export function createLedgerEvents(
  { database }: Platform,
  { users, occurrences }: { users: Pick<UserService, 'directory'>; occurrences: Occurrences },
) {
  async function factsOf(tenantId: number, acts: readonly ActRow[]): Promise<Map<number, ActFacts>> {
    const directory = await users.directory(tenantId)
    return new Map(
      acts.map((act) => {
        const { kind, id } = presentActor(act, directory)
        return [act.changeSetId, { at: act.at, actor: { kind, id } }]
      }),
    )
  }

  /** With each batch, how many changes were looked at for it. */
  return async function* eventsOf(
    tenantId: number,
    span: Span,
    events: ReadonlySet<string>,
  ): AsyncGenerator<{ found: Occurrence[]; looked: number }, void> {
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
}

export type LedgerEvents = ReturnType<typeof createLedgerEvents>
