import { useMemo } from 'react'
import { fieldsOf, type Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../field/index.ts'
import { useParentFields } from '../rule/index.ts'

/** Stands for a field of a parent until it is there. */
export const comingField = (name: string): LevelField => ({
  name,
  displayName: '…',
  dataType: 'string',
  kind: 'text',
  custom: false,
  required: false,
  editable: false,
  visible: true,
  options: [],
})

/** The fields that filters are made of: those of the parents too, once a rule asks about one. */
export function useFilterFields(
  level: Level,
  fields: readonly LevelField[],
  rule: Rule,
): readonly LevelField[] {
  const reached = useMemo(() => [...fieldsOf(rule)].filter((name) => name.includes('.')), [rule])
  const above = useParentFields(level, reached.length > 0)
  return useMemo(
    () => (reached.length > 0 ? [...fields, ...(above ?? reached.map(comingField))] : fields),
    [fields, reached, above],
  )
}
