import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'
import type { StageChange } from './stage-history.rules.ts'

/** What the ledger reports a record's coming and of its stages, oldest first. */
export function readStageChanges(db: Db, tenantId: number, recordId: number): Promise<StageChange[]> {
  return query<StageChange>(
    db,
    `/*stage_history.read*/
    select c.change_set_id as "changeSetId", c.kind, (c.before->>'stageId')::int as before,
      (c.after->>'stageId')::int as after, c.at, c.actor_id as "actorId", c.undone_by as "undoneBy"
    from record_change c
    where c.tenant_id = $1 and c.record_id = $2 and (c.kind <> 2 or c.after ? 'stageId')
    order by (c.version, c.change_set_id)`,
    [tenantId, recordId],
  )
}

export interface Moves {
  from: number | null
  to: number | null
  count: number
  /** Days that half of them had been in the stage they left. */
  medianDays: number | null
}

/**
 * How often records of a level moved from stage to stage in a span of time, `scope` being a condition on
 * record `r`. What was undone does not count, nor do the moves out of a stage that was deleted.
 */
export function countMoves(
  db: Db,
  tenantId: number,
  level: LevelId,
  span: { from: Date; before: Date },
  scope: string,
): Promise<Moves[]> {
  return query<Moves>(
    db,
    `select m.from_id as "from", m.to_id as "to", count(*) as count,
       percentile_cont(0.5) within group (order by m.seconds) / 86400 as "medianDays"
     from (
       select (c.before->>'stageId')::int as from_id, (c.after->>'stageId')::int as to_id,
         greatest(0, extract(epoch from c.at - coalesce(e.at, r.created_at)))::float8 as seconds
       from record_change c
       join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
       left join lateral (
         select p.at from record_change p
         where p.tenant_id = c.tenant_id and p.record_id = c.record_id
           and (p.version, p.change_set_id) < (c.version, c.change_set_id)
           and (p.kind = 1 or p.kind = 2 and p.after ? 'stageId') and p.undone_by is null and p.undo_of is null
         order by p.version desc, p.change_set_id desc limit 1) e on true
       where c.tenant_id = $1 and c.at >= $3 and c.at < $4 and c.kind = 2 and c.after ? 'stageId'
         and c.undone_by is null and c.undo_of is null and c.action <> 'deleteStage'
         and r.level = $2 and ${scope}) m
     group by 1, 2`,
    [tenantId, level, span.from, span.before],
  )
}
