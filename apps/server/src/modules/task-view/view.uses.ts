import { levels } from '@steward/contracts/level'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService, FindUses } from '../field/index.ts'
import type { FindStageUses } from '../lifecycle/index.ts'
import { fieldsNamedIn, namesStageIn } from '../record-rule/index.ts'
import { listFiltered } from './view.store.ts'

/** A private view is counted, not named. */
const useOf = ({ name, isPrivate }: { name: string; isPrivate: boolean }) => ({
  kind: 'task view',
  name: isPrivate ? 'A private view' : name,
  count: 1,
})

/** Finds the views whose filters ask about a custom field. */
export function createFindUses({ database }: Platform, fields: Pick<FieldService, 'catalogue'>): FindUses {
  return async (tenantId, { fieldId }, once) => {
    if (fieldId === null) return []
    const [views, ...catalogues] = await Promise.all([
      once('task view', () => listFiltered(database.tenant(tenantId), tenantId)),
      ...levels.map(({ id }) => fields.catalogue(tenantId, id)),
    ])
    const isIt = (name: string): boolean =>
      levels.some(
        (level, at) =>
          name.startsWith(`${level.name}.`) &&
          catalogues[at]?.find(name.slice(level.name.length + 1))?.fieldId === fieldId,
      )
    return views.filter(({ filter }) => [...fieldsNamedIn(filter)].some(isIt)).map(useOf)
  }
}

/** Finds the views whose filters name a stage. */
export function createFindStageUses({ database }: Platform): FindStageUses {
  return async (tenantId, stage) => {
    const views = await listFiltered(database.tenant(tenantId), tenantId)
    // Filters of views have no formulas.
    return views.filter(({ filter }) => namesStageIn(filter, stage, () => false)).map(useOf)
  }
}
