import { useMemo } from 'react'
import { ownerColumns } from '@steward/contracts/column-set'
import { dataTypes } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { comingField } from '../../../entities/record-view/index.ts'
import { useParentFields } from '../../../entities/rule/index.ts'

/** Whether a column shows something of a parent or of the owner. */
export const isRelated = (name: string): boolean => name.includes('.')

/** What of the primary owner can be a column; contacts have no owners. */
export function ownerFields(level: Level): LevelField[] {
  if (level.id === 3) return []
  return ownerColumns.map(({ name, label, dataType }) => ({
    ...comingField(`owner.${name}`),
    displayName: `Owner › ${label}`,
    dataType,
    kind: dataTypes[dataType].kind,
  }))
}

/** A field of a parent as a column: it is read there, not written. */
const shown = (field: LevelField): LevelField => ({ ...field, custom: false, editable: false })

/** The fields of a level and, once a column shows one, those of its parents and of the owner. */
export function useColumnFields(
  level: Level,
  own: readonly LevelField[],
  names: readonly string[],
): readonly LevelField[] {
  const related = names.filter(isRelated).toSorted().join(',')
  const above = useParentFields(level, related !== '')
  return useMemo(() => {
    if (related === '') return own
    const reached = above?.map(shown) ?? related.split(',').map(comingField)
    const owner = ownerFields(level)
    const isOwner = (name: string) => name.startsWith('owner.')
    return [...own, ...owner, ...reached.filter(({ name }) => !isOwner(name))]
  }, [level, own, related, above])
}
