import type { LevelId } from '@steward/contracts/level'
import type { Permission } from '@steward/contracts/plain/permission'
import type { FieldService, FindUses } from '../field/index.ts'
import type { FindStageUses, LifecycleService } from '../lifecycle/index.ts'
import { levelOfReached, reachField } from './record-rule.columns.ts'
import type { ReadRuleContext } from './record-rule.context.ts'
import { fieldsNamedIn, namesStageIn } from './record-rule.settings.ts'

/** Something whose settings name fields and stages as rules on records of its level do. */
export interface Named {
  name: string
  level: LevelId
  settings: unknown
}

type ReadAll = (tenantId: number) => Promise<readonly Named[]>

/** The permission without which names are not shown. */
interface Shown {
  permission?: Permission
}

/** Finds the uses of a custom field among all things of a kind that a company has. */
const createFieldUses =
  (readContext: ReadRuleContext, kind: string, readAll: ReadAll, shown: Shown): FindUses =>
  async (tenantId, { fieldId }, once) => {
    if (fieldId === null) return []
    const [{ catalogueOf }, all] = await Promise.all([
      readContext(tenantId),
      once(kind, () => readAll(tenantId)),
    ])
    const isNamed = ({ level, settings }: Named): boolean =>
      [...fieldsNamedIn(settings)].some(
        (name) => reachField(name, catalogueOf, level)?.field.fieldId === fieldId,
      )
    return all.filter(isNamed).map(({ name }) => ({ kind, name, count: 1, ...shown }))
  }

/** Finds the uses of a stage among them. */
const createStageUses =
  (readContext: ReadRuleContext, kind: string, readAll: ReadAll, shown: Shown): FindStageUses =>
  async (tenantId, stage) => {
    const [{ catalogueOf }, all] = await Promise.all([readContext(tenantId), readAll(tenantId)])
    const isNamed = ({ level, settings }: Named): boolean =>
      namesStageIn(settings, stage, (name) => {
        const reached = reachField(name, catalogueOf, level)
        return reached?.field.key === 'stageId' && levelOfReached(reached, level) === stage.entityLevel
      })
    return all.filter(isNamed).map(({ name }) => ({ kind, name, count: 1, ...shown }))
  }

interface Registries {
  fields: Pick<FieldService, 'registerUse'>
  lifecycle: Pick<LifecycleService, 'registerUse'>
}

export function createUses(readContext: ReadRuleContext, { fields, lifecycle }: Registries) {
  /**
   * Says which things of a kind a company has, so that those are found that use a custom field or a stage. Their names
   * are shown to those who have the permission; to everyone without one.
   */
  return (kind: string, readAll: ReadAll, permission?: Permission): void => {
    const shown: Shown = permission === undefined ? {} : { permission }
    fields.registerUse(kind, createFieldUses(readContext, kind, readAll, shown))
    lifecycle.registerUse(kind, createStageUses(readContext, kind, readAll, shown))
  }
}

export type RegisterUses = ReturnType<typeof createUses>
