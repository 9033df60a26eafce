import { useMemo } from 'react'
import { fieldsOf, type Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../field/index.ts'
import { useParentFields } from '../rule/index.ts'

function labelOf(part: string): string {
  const words = part
    .replace(/^system:/, '')
    .replace(/(?<=[a-z])Id$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.length <= 3 ? words.toUpperCase() : words[0]!.toUpperCase() + words.slice(1)
}

/** “Organization › Renewal date”, from a name such as `organization.renewal_date`. */
export const comingLabel = (name: string): string => name.split('.').map(labelOf).join(' › ')

/** Stands for a field of a parent until it is there. */
export const comingField = (name: string): LevelField => ({
  name,
  displayName: comingLabel(name),
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
