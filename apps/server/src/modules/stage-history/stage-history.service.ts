import type { LevelId } from '@steward/contracts/level'
import { colourOfPlace } from '@steward/contracts/lifecycle'
import {
  mostMoveDays,
  type StageMove,
  type StageMoves,
  type stageMovesQuery,
  type StageStay,
} from '@steward/contracts/stage-history'
import { addDays } from '@steward/conditions'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LifecycleService, Stages } from '../lifecycle/index.ts'
import { scopeSql, type Records } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import { countMoves, readStageChanges } from './stage-history.read-model.ts'
import { staysOf, wholeDays, type Stay } from './stage-history.rules.ts'

export interface HistoryNeighbours {
  users: UserService
  lifecycle: LifecycleService
  records: Records
}

/** The days that a count of moves covers unless told. */
const usualDays = 90

function told(stages: Stages, stageId: number): StageStay['stage'] {
  const stage = stages.named.get(stageId)
  return {
    lifecycleStageId: stageId,
    displayName: stage?.displayName ?? 'A deleted stage',
    colour: stage?.colour ?? colourOfPlace(1),
  }
}

/** How records went through the stages, as the ledger tells. */
export function createStageHistory(platform: Platform, { users, lifecycle, records }: HistoryNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** The days of a question, and the instants between which they lie. */
  function spanOf({ from, to }: Pick<z.output<typeof stageMovesQuery>, 'from' | 'to'>) {
    const last = to ?? dayOf(platform.clock.now())
    const first = from ?? addDays(last, 1 - usualDays)
    if (first > last) {
      throw invalid('moves.span', { from: 'The first day must not be after the last day.' })
    }
    if (addDays(first, mostMoveDays - 1) < last) {
      throw invalid('moves.span', { from: `Request at most ${mostMoveDays} days at once.` })
    }
    return { first, last, from: new Date(first), before: new Date(addDays(last, 1)) }
  }

  return {
    /** The stages that a record has been in, the present one first. Error: not_found. */
    async ofRecord(actor: Actor, level: LevelId, recordId: number): Promise<StageStay[]> {
      const { globalFields } = await records.read(actor, level, recordId)
      const present = globalFields.lifecycleStageId ?? null
      const [changes, stages, { byId }] = await Promise.all([
        readStageChanges(dbOf(actor), actor.tenantId, recordId),
        lifecycle.stages(actor.tenantId),
        users.directory(actor.tenantId),
      ])
      const now = platform.clock.now()
      const nameOf = (id: number | null) => (id === null ? 'Steward' : (byId.get(id)?.name ?? 'Former user'))
      const presentStay = (stay: Stay): StageStay => ({
        stage: told(stages, stay.stageId),
        enteredAt: stay.enteredAt.toISOString(),
        leftAt: stay.leftAt?.toISOString() ?? null,
        days: wholeDays(stay.enteredAt, stay.leftAt ?? now),
        by: { id: stay.actorId, name: nameOf(stay.actorId) },
        changeSetId: stay.changeSetId,
      })
      return staysOf(changes, present, new Date(globalFields.createdAt)).map(presentStay)
    },

    /**
     * How often records that the actor sees moved from stage to stage, most often first. Error: invalid_input
     * for a span that ends before it begins, or is too long.
     */
    async moves(actor: Actor, query: z.output<typeof stageMovesQuery>): Promise<StageMoves> {
      const { first, last, from, before } = spanOf(query)
      const [rows, stages] = await Promise.all([
        countMoves(
          dbOf(actor),
          actor.tenantId,
          query.level,
          { from, before },
          scopeSql(actor, 'r', query.level),
        ),
        lifecycle.stages(actor.tenantId),
      ])
      const moves = rows.map((row): StageMove => ({
        from: row.from === null ? null : told(stages, row.from),
        to: row.to === null ? null : told(stages, row.to),
        count: row.count,
        medianDays: row.medianDays === null ? null : Math.round(row.medianDays * 10) / 10,
      }))
      return { from: first, to: last, moves: moves.toSorted((a, b) => b.count - a.count) }
    },
  }
}

export type StageHistoryService = ReturnType<typeof createStageHistory>
