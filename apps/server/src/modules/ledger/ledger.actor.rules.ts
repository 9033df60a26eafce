import type { ChangeActor } from '@steward/contracts/record-history'
import type { ChangeSetRow } from './ledger.read-model.ts'

type ActorRow = Pick<ChangeSetRow, 'actor_id' | 'action' | 'via_kind' | 'via_id' | 'via_name'>

/** Who or what acted; `userName` is what the user is called today. */
export function actorOf(row: ActorRow, userName: string): ChangeActor {
  if (row.via_kind !== null) return { kind: row.via_kind, id: row.via_id, name: row.via_name ?? '' }
  if (row.actor_id !== null) return { kind: 'person', id: row.actor_id, name: userName }
  // Acts from before the kind was kept: without a user, scores and calculated fields alone were written.
  return row.action === 'score'
    ? { kind: 'health', id: null, name: 'Health score' }
    : { kind: 'calculation', id: null, name: 'Calculated fields' }
}
