import type { LevelId } from '@steward/contracts/level'
import type { OverviewPerson } from '@steward/contracts/overview'
import type { OverviewCard } from '@steward/contracts/plain/overview-card'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { overviewSql } from './overview.sql.ts'

/** One of the latest, with ids for what has a name elsewhere. */
export interface LatestRow {
  itemId: number
  kind: number
  occurredAt: string
  authorId: number | null
  title: string
  text: string
  pulse: number | null
  recordId: number
  level: LevelId
  /** null where the actor does not see the record. */
  name: string | null
  inherited: boolean
  activityName: string | null
  iconName: string | null
  from: string | null
}

export interface PipelineRow {
  /** 1 opportunity, 2 risk */
  type: number
  open: number
  value: number | null
  currencyDefinitionId: number | null
}

export interface OverviewRow {
  /** null where no pipelines can belong to the record */
  pipelines: PipelineRow[] | null
  /** By level; levels that cannot be below are absent. */
  below: Partial<Record<LevelId, number>>
  counts: { files: number; emails: number; unread: number; lastContactAt: string | null }
  /** null where there is none */
  nextStep: { taskId: number; title: string; dueDate: string | null } | null
  latest: LatestRow[]
  pulse: { at: string; pulse: number }[]
  people: OverviewPerson[]
  /** null where the user has chosen none */
  cards: OverviewCard[] | null
  header: string[] | null
}

/**
 * What the page of a record shows first, in one statement; undefined where there is no such record that the
 * actor may see. `amountKey` is the field by which pipelines are worth something.
 */
export async function readOverview(
  db: Db,
  actor: Actor,
  level: LevelId,
  recordId: number,
  amountKey: string | null,
): Promise<OverviewRow | undefined> {
  const rows = await query<OverviewRow>(db, overviewSql(actor, level, amountKey), [actor.tenantId, recordId])
  return rows[0]
}
