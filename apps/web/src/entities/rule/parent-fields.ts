import { useMemo } from 'react'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { parentLevelsOf } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { type LevelField, levelFieldsQuery } from '../field/index.ts'
import { stagesQuery } from '../stage/index.ts'

/**
 * A field of another level as rules name it: `organization.seats`, shown as "Organization › Seats". Stages are
 * turned into options, because those at hand are of the level itself.
 */
function parentField(parent: Level, field: LevelField, stages: readonly LifecycleStage[]): LevelField {
  const reached = {
    ...field,
    name: `${parent.name}.${field.name}`,
    displayName: `${parent.label} › ${field.displayName}`,
  }
  if (field.dataType !== 'lifecycleStage') return reached
  return {
    ...reached,
    dataType: 'singlePicklist',
    options: stages.map(({ lifecycleStageId, displayName }) => ({
      id: lifecycleStageId,
      value: displayName,
      color: null,
      retired: false,
    })),
  }
}

const none: readonly LevelField[] = []

/** What was asked for, once all of it is there. */
const allOf = <T>(answers: UseQueryResult<T>[]): T[] | undefined => {
  const parts = answers.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return parts.length === answers.length ? parts : undefined
}

/** The fields of a level's parents, as rules name them; undefined until they are there. */
export function useParentFields(level: Level, enabled = true): readonly LevelField[] | undefined {
  return useReachedFields(useMemo(() => (enabled ? parentLevelsOf(level) : []), [level, enabled]))
}

/** The fields of some levels as rules about something else name them; undefined until they are there. */
export function useReachedFields(parents: readonly Level[]): readonly LevelField[] | undefined {
  const fields = useQueries({ queries: parents.map(levelFieldsQuery), combine: allOf<LevelField[]> })
  const stages = useQueries({ queries: parents.map(stagesQuery), combine: allOf<LifecycleStage[]> })
  return useMemo(() => {
    if (parents.length === 0) return none
    if (!fields || !stages) return undefined
    return parents.flatMap((parent, at) =>
      (fields[at] ?? []).map((field) => parentField(parent, field, stages[at] ?? [])),
    )
  }, [parents, fields, stages])
}

/** All fields that a rule on a level can ask about: its own, then those of its parents. */
export function useRuleFields(level: Level): {
  fields: readonly LevelField[] | undefined
  error: Error | null
} {
  const own = useQuery(levelFieldsQuery(level))
  const above = useParentFields(level)
  const fields = useMemo(() => (own.data && above ? [...own.data, ...above] : undefined), [own.data, above])
  return { fields, error: own.error }
}
