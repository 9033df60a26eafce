import { useMemo, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import { levelOf } from '@steward/contracts/level'
import { FilterBar, useRuleLookups } from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { tasksQuery, type TaskSubject, type TaskView } from '../task.calls.ts'
import { useTaskFilterFields } from './task-filter-fields.ts'

const everything: Rule = { and: [] }
const account = levelOf('account')

interface TaskFilterProps {
  view: TaskView
  subject: TaskSubject | null
  /** Called with null where no condition is left. */
  onChange: (filter: Rule | null) => void
}

/** Conditions on tasks and their records, as chips. */
export function TaskFilter({ view, subject, onChange }: TaskFilterProps) {
  const rule = view.filter ?? everything
  const [isOpened, setOpened] = useState(false)
  const fields = useTaskFilterFields(rule, isOpened)
  const lookups = useRuleLookups(useValueLookups(account), rule, fields)
  // As the list found it; other displays don't say what is broken.
  const { data } = useInfiniteQuery({ ...tasksQuery(view, subject), enabled: false })
  const conditions = data?.pages[0]?.brokenConditions
  const broken = useMemo(() => new Set(conditions?.map(({ field }) => field)), [conditions])
  return (
    <FilterBar
      fields={fields}
      lookups={lookups}
      filter={rule}
      broken={broken}
      onOpen={() => setOpened(true)}
      onChange={(next) => onChange('and' in next && next.and.length === 0 ? null : next)}
    />
  )
}
