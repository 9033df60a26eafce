import type { Db } from '../../platform/db/database.ts'
import type { Reading, Signal } from '../today/index.ts'
import { planShare } from '../today/index.ts'
import { readLookups } from './lookup.service.ts'
import { readDuePlans } from './plan.read-model.ts'

function textOf(name: string, late: number | null, isBehind: boolean): string {
  if (late === null || (isBehind && late < 0)) return `The success plan “${name}” is behind`
  if (late > 0) return `The success plan “${name}” was due ${late} ${late === 1 ? 'day' : 'days'} ago`
  if (late === 0) return `The success plan “${name}” is due today`
  return `The success plan “${name}” is due in ${-late} ${late === -1 ? 'day' : 'days'}`
}

/** Open plans of a user that are behind, or due by the end of the week. */
export async function findPlanSignals(db: Db, { actor, userId, day, weekEnd }: Reading): Promise<Signal[]> {
  const lookups = await readLookups(db, actor.tenantId)
  const by = {
    today: day,
    planProgress: lookups.idsOf('SUCCESS_PLAN_PROGRESS', 'behind'),
    kpiProgress: lookups.idsOf('KPI_PROGRESS', 'behind'),
  }
  const plans = await readDuePlans(db, actor, { userId, weekEnd }, by)
  return plans.map(({ planId, name, recordId, late, dueOn, isBehind, progressId }) => ({
    source: 'plan',
    subject: { kind: 'plan', id: planId, level: null, recordId },
    text: textOf(name, late, isBehind),
    share: planShare(late ?? 0),
    state: `${dueOn} ${progressId} ${isBehind}`,
    nextStep: 'openPlan',
  }))
}
