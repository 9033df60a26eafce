import { dayOf, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { columnOf, type ReadRuleContext, type RecordRules } from '../record-rule/index.ts'
import { scenarioActor, type Facts } from '../scenario-management/index.ts'
import { findMatching, readDays } from './record.read-model.ts'

export interface FactNeighbours {
  rules: Pick<RecordRules, 'compileRule'> & { readContext: ReadRuleContext }
  clock: Clock
}

/** What operators ask of records as they are, for a whole batch in one statement. */
export function factsOf(db: Db | Tx, { rules, clock }: FactNeighbours): Facts {
  return {
    async matching({ tenantId, level }, rule, recordIds) {
      const compiled = await rules.compileRule(tenantId, level, rule, 'rule')
      const today = dayOf(clock.now())
      const ids = await findMatching(db, tenantId, level, recordIds, (param) => compiled.sql(param, today))
      return { ids, broken: compiled.broken[0]?.message }
    },
    async days({ tenantId, level }, name, recordIds) {
      const context = await rules.readContext(tenantId)
      const field = context.catalogueOf(level).find(name)
      if (field?.kind !== 'date') return undefined
      const { sql, storage } = columnOf(field, 'r', context.reckoning(scenarioActor(tenantId), undefined))
      const day = storage === 'timestamp' ? `(${sql} at time zone 'UTC')::date::text` : `(${sql})::text`
      return readDays(db, tenantId, recordIds, day)
    },
  }
}
