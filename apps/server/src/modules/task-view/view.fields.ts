import { levels } from '@steward/contracts/level'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService, FindUses } from '../field/index.ts'
import { fieldsNamedIn } from '../record-rule/index.ts'
import { listFiltered } from './view.store.ts'

/** Finds the views whose filters ask about a custom field; a private one is counted, not named. */
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
    return views
      .filter(({ filter }) => [...fieldsNamedIn(filter)].some(isIt))
      .map(({ name, isPrivate }) => ({
        kind: 'task view',
        name: isPrivate ? 'A private view' : name,
        count: 1,
      }))
  }
}
