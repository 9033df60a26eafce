import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { fieldsOf, type Rule } from '@steward/conditions'
import { dataTypes, type DataType } from '@steward/contracts/data-type'
import { levels, type Level } from '@steward/contracts/level'
import {
  taskPriorityId,
  taskStatusId,
  taskTypeId,
  type TaskPriority,
  type TaskStatus,
  type TaskType,
} from '@steward/contracts/plain/task'
import { activityTypesQuery } from '../../../entities/activity/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { comingLabel } from '../../../entities/record-view/index.ts'
import { useReachedFields } from '../../../entities/rule/index.ts'
import { priorityLabels, statusLabels, typeLabels } from '../task-words.ts'

type PicklistOption = LevelField['options'][number]

const option = (id: number, value: string): PicklistOption => ({ id, value, color: null, retired: false })

/** The options of what tasks have one of, under the numbers that the server compares. */
function numbered<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  idOf: (value: Value) => number,
): PicklistOption[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => option(idOf(value), label))
}

function field(
  name: string,
  displayName: string,
  dataType: DataType,
  options: readonly PicklistOption[] = [],
): LevelField {
  const { kind } = dataTypes[dataType]
  const fixed = { custom: false, required: false, editable: true, visible: true }
  return { name, displayName, dataType, kind, options, ...fixed }
}

const own: readonly LevelField[] = [
  field('title', 'Title', 'string'),
  field('status', 'Status', 'singlePicklist', numbered<TaskStatus>(statusLabels, taskStatusId)),
  field('priority', 'Priority', 'singlePicklist', numbered<TaskPriority>(priorityLabels, taskPriorityId)),
  field('dueDate', 'Due date', 'date'),
  field('assignee', 'Assignee', 'user'),
  field('startDate', 'Start date', 'date'),
  field('type', 'Type', 'singlePicklist', numbered<TaskType>(typeLabels, taskTypeId)),
  field('creator', 'Creator', 'user'),
  field('watchers', 'Watchers', 'owner'),
  field('estimateMinutes', 'Estimate in minutes', 'number'),
  field('createdAt', 'Created', 'date'),
  field('updatedAt', 'Last changed', 'date'),
  field('completedAt', 'Completed', 'date'),
]

const noLevels: readonly Level[] = []

/** Stands for a field of a record until it is there. */
const coming = (name: string): LevelField => field(name, comingLabel(name), 'string')

/**
 * What a filter of tasks can ask about: parts of the task, and fields of its record, once they are `wanted` or the
 * filter names some.
 */
export function useTaskFilterFields(filter: Rule, wanted: boolean): readonly LevelField[] {
  const { data: types } = useQuery(activityTypesQuery)
  const named = useMemo(() => [...fieldsOf(filter)].filter((name) => name.includes('.')), [filter])
  const reached = useReachedFields(wanted || named.length > 0 ? levels : noLevels)
  return useMemo(() => {
    const options = (types ?? []).map((type) => option(type.activityTypeId, type.displayName))
    const activityType = field('activityType', 'Activity type', 'singlePicklist', options)
    return [...own, activityType, ...(reached ?? named.map(coming))]
  }, [types, reached, named])
}
