import type { RecordChanged } from '@steward/contracts/event/record.event'
import { depthOf, type ChangeAction, type ChangeCause } from '@steward/contracts/record-history'
import { sourceOf, userOf, type Actor, type Via } from '../../platform/actor.ts'

/** As what, when and why a batch of changes is made. */
export interface Act {
  /** An import or an undo. Any other change has the source of its actor. */
  source?: 'import' | 'undo'
  action: ChangeAction
  at: Date
  /** What led to it, the first cause first; absent where a person does it directly. */
  causes?: readonly ChangeCause[] | undefined
  /** A change set to go on with, for an act of several batches. It keeps the source and actor of the first. */
  changeSetId?: number | undefined
  undoOf?: number
}

/** The same with its actor. */
export interface ActOf extends Act {
  actor: Actor
}

/** What of a record event depends on the batch, and not on the act. */
export type BatchFacts = Omit<
  RecordChanged,
  'changeSetId' | 'source' | 'operation' | 'actor' | 'causes' | 'depth'
>

const columnTypes = {
  actor_id: 'integer',
  source: 'text',
  action: 'text',
  at: 'timestamptz',
  undo_of: 'bigint',
  via_kind: 'text',
  via_id: 'bigint',
  via_name: 'text',
  causes: 'jsonb',
  depth: 'smallint',
}

/** How many parameters describe an act. */
export const actSize = Object.keys(columnTypes).length

/** What acts in the place of a person, as its columns have it. */
function viaValues(via: Via | undefined): unknown[] {
  if (via === undefined || via.kind === 'providerToken') return [null, null, null]
  return [via.kind, via.id, via.name]
}

/** The parameters that describe an act, in the order in which `openSql` takes them. */
export function actValues({ actor, source, action, at, causes = [], undoOf }: ActOf): unknown[] {
  return [
    userOf(actor),
    source ?? sourceOf(actor),
    action,
    at,
    undoOf ?? null,
    ...viaValues(actor.via),
    causes.length === 0 ? null : JSON.stringify(causes),
    depthOf(causes),
  ]
}

/** Inserts a change set; $1 is the tenant, the parameters from `$first` on are those of the act. */
export function openSql(first: number, condition = ''): string {
  const values = Object.values(columnTypes).map((type, at) => `$${first + at}::${type}`)
  return `insert into change_set (tenant_id, ${Object.keys(columnTypes).join(', ')})
    select $1::integer, ${values.join(', ')} ${condition}
    returning ${factColumns}`
}

const factColumns = 'change_set_id, actor_id, source, action, via_kind, via_id, causes, depth'

/** A change set that was opened before; $1 is the tenant. */
export const reopenSql = (changeSetId: string, condition = ''): string =>
  `select ${factColumns} from change_set where tenant_id = $1 and change_set_id = ${changeSetId} ${condition}`

/**
 * What an event says of the act in row `s`, as members of a JSON object. Acts from before the kind was kept and
 * without a user are those of scores and calculated fields.
 */
export const factsSql = (s: string): string => `'changeSetId', ${s}.change_set_id, 'source', ${s}.source,
  'operation', ${s}.action, 'actor', jsonb_build_object(
    'kind', coalesce(${s}.via_kind, ${viaLessKindSql(s)}),
    'id', case when ${s}.via_kind is null then ${s}.actor_id else ${s}.via_id end),
  'causes', coalesce(${s}.causes, '[]'), 'depth', ${s}.depth`

const viaLessKindSql = (s: string): string =>
  `case when ${s}.actor_id is not null then 'person' when ${s}.action = 'score' then 'health' else 'calculation' end`
