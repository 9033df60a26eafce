import type { Rule } from '@steward/conditions'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Selection } from '@steward/contracts/bulk-update'
import { listQuerySchema, type ListQuery } from '@steward/contracts/record'
import { dayOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { matchedSql } from './record-list.source-sql.ts'
import type { ReadListContext } from './record-list.context.ts'

/** The rule of a segment that the actor may see. Throws `not_found`. */
export type FindSegment = (actor: Actor, segmentId: number) => Promise<{ level: LevelId; rule: Rule }>

/** SQL of the chosen records as rows (record_id bigint); `param` gives a value its placeholder. */
export type SelectionSql = (param: (value: unknown) => string) => string

/** Many records, chosen one by one, by a filter or by a segment: what the actor may see of them. */
export function createSelections(platform: Platform, readContext: ReadListContext) {
  let findSegment: FindSegment | undefined

  async function matching(
    actor: Actor,
    level: LevelId,
    filter: string | Rule,
    query: ListQuery,
    at: string,
  ): Promise<SelectionSql> {
    const context = await readContext(actor.tenantId)
    const reckoning = context.reckoning(actor, query.displayCurrency)
    const rule = context.bindRule(level, filter, reckoning, at)
    const [broken] = rule.broken
    if (broken) {
      const message = `${broken.message} Fix the condition first; otherwise, too many records would be selected.`
      throw invalid('selection.broken', { [at]: message })
    }
    const request = { actor, level, query, rule, reckoning, today: dayOf(platform.clock.now()) }
    return (param) => matchedSql(request, param)
  }

  async function bySegment(actor: Actor, level: LevelId, segmentId: number): Promise<SelectionSql> {
    if (!findSegment) throw new Error('No module provides segments')
    const segment = await findSegment(actor, segmentId)
    if (segment.level !== level) {
      const message = `This segment contains ${levelOf(segment.level).plural}, not ${levelOf(level).plural}.`
      throw invalid('selection.level', { 'selection.segmentId': message })
    }
    const { book } = await readContext(actor.tenantId)
    // What a segment holds is the same for everyone.
    const query = { ...listQuerySchema.parse({}), displayCurrency: book.standard.code }
    return matching(actor, level, segment.rule, query, 'selection.segmentId')
  }

  return {
    /** Makes segments known, by which records can be chosen. */
    registerSegments(find: FindSegment): void {
      findSegment = find
    },

    /**
     * The chosen records of a level. Ids are taken as they come, seen or not. Throws `invalid_input` for
     * a filter that cannot be read or asks about what is gone.
     */
    async select(actor: Actor, level: LevelId, selection: Selection): Promise<SelectionSql> {
      if ('ids' in selection) {
        const ids = [...new Set(selection.ids)]
        return (param) => `select unnest(${param(ids)}::bigint[]) as record_id`
      }
      if ('segmentId' in selection) return bySegment(actor, level, selection.segmentId)
      const { filter, query, myEntitiesOnly, pipelineType, displayCurrency } = selection
      const asked: ListQuery = {
        ...listQuerySchema.parse({}),
        query,
        myEntitiesOnly,
        pipelineType,
        displayCurrency,
      }
      return matching(actor, level, filter, asked, 'selection.filter')
    },
  }
}
