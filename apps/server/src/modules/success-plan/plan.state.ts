import type { KpiCriteria, KpiTargetType, PlanItemKind } from '@steward/contracts/plain/success-plan'
import { planItemKindId, planItemKinds } from '@steward/contracts/plain/success-plan'
import { createItemTable, instant } from './item.table.ts'

/** A plan as the ledger has it. Days are `YYYY-MM-DD`, instants ISO texts. */
export interface PlanState {
  name: string
  /** As rich text is stored. */
  description: string | null
  startDate: string | null
  dueDate: string | null
  ownerId: number | null
  collaboratorIds: readonly number[]
  statusId: number
  progressId: number
  recordId: number
  isArchived: boolean
  completedAt: string | null
  completedBy: number | null
  completionSetId: number | null
  creatorId: number | null
  createdAt: string
}

export const planTable = createItemTable<PlanState>('success_plan', 'plan_id', {
  name: { sql: 'name', type: 'text' },
  description: { sql: 'description', type: 'text' },
  startDate: { sql: 'start_on', type: 'date' },
  dueDate: { sql: 'due_on', type: 'date' },
  ownerId: { sql: 'owner_id', type: 'integer' },
  collaboratorIds: { sql: 'collaborators', type: 'integer[]' },
  statusId: { sql: 'status_id', type: 'integer' },
  progressId: { sql: 'progress_id', type: 'integer' },
  recordId: { sql: 'record_id', type: 'bigint' },
  isArchived: { sql: 'archived', type: 'boolean' },
  completedAt: instant('completed_at'),
  completedBy: { sql: 'completed_by', type: 'integer' },
  completionSetId: { sql: 'completion_set_id', type: 'bigint' },
  creatorId: { sql: 'creator_id', type: 'integer' },
  createdAt: instant('created_at'),
})

export const planLabels: Readonly<Partial<Record<keyof PlanState, string>>> = {
  name: 'Name',
  description: 'Description',
  startDate: 'Start date',
  dueDate: 'Due date',
  ownerId: 'Owner',
  collaboratorIds: 'Collaborators',
  statusId: 'Status',
  progressId: 'Progress',
  isArchived: 'Archived',
  completedAt: 'Completed',
  completedBy: 'Completed by',
}

/** What a KPI is measured by. */
export interface KpiTarget {
  type: KpiTargetType
  criteria: KpiCriteria
  start: number
  target: number
  currencyId: number | null
}

/** A milestone, KPI, note or file of a plan as the ledger has it. */
export interface PartState {
  planId: number
  kind: PlanItemKind
  position: number
  name: string
  description: string | null
  startDate: string | null
  dueDate: string | null
  ownerId: number | null
  collaboratorIds: readonly number[]
  statusId: number | null
  completesWithTasks: boolean
  taskIds: readonly number[]
  progressId: number | null
  target: KpiTarget | null
  currentValue: number | null
  currentAt: string | null
  currentBy: number | null
  sourceKey: string | null
  fileIds: readonly number[]
  isArchived: boolean
  completedAt: string | null
  completedBy: number | null
  createdAt: string
}

export const partTable = createItemTable<PartState>('success_plan_item', 'item_id', {
  planId: { sql: 'plan_id', type: 'bigint' },
  kind: {
    sql: 'kind',
    type: 'smallint',
    read: (id: number) => planItemKinds[id - 1],
    write: (kind: PlanItemKind) => planItemKindId(kind),
  },
  position: { sql: 'position', type: 'integer' },
  name: { sql: 'name', type: 'text' },
  description: { sql: 'description', type: 'text' },
  startDate: { sql: 'start_on', type: 'date' },
  dueDate: { sql: 'due_on', type: 'date' },
  ownerId: { sql: 'owner_id', type: 'integer' },
  collaboratorIds: { sql: 'collaborators', type: 'integer[]' },
  statusId: { sql: 'status_id', type: 'integer' },
  completesWithTasks: { sql: 'completes_with_tasks', type: 'boolean' },
  taskIds: { sql: 'task_ids', type: 'bigint[]' },
  progressId: { sql: 'progress_id', type: 'integer' },
  target: { sql: 'target', type: 'jsonb' },
  currentValue: { sql: 'current_value', type: 'numeric' },
  currentAt: instant('current_at'),
  currentBy: { sql: 'current_by', type: 'integer' },
  sourceKey: { sql: 'source_key', type: 'text' },
  fileIds: { sql: 'file_ids', type: 'integer[]' },
  isArchived: { sql: 'archived', type: 'boolean' },
  completedAt: instant('completed_at'),
  completedBy: { sql: 'completed_by', type: 'integer' },
  createdAt: instant('created_at'),
})

export const partLabels: Readonly<Partial<Record<keyof PartState, string>>> = {
  name: 'Name',
  description: 'Description',
  position: 'Order',
  startDate: 'Start date',
  dueDate: 'Due date',
  ownerId: 'Owner',
  collaboratorIds: 'Collaborators',
  statusId: 'Status',
  completesWithTasks: 'Completes with its tasks',
  taskIds: 'Tasks',
  progressId: 'Progress',
  target: 'Target',
  currentValue: 'Current value',
  sourceKey: 'Source',
  fileIds: 'Files',
  isArchived: 'Archived',
  completedAt: 'Completed',
}

/** An item of which nothing else is known. */
export const emptyPart: Omit<PartState, 'planId' | 'kind' | 'position' | 'name' | 'createdAt'> = {
  description: null,
  startDate: null,
  dueDate: null,
  ownerId: null,
  collaboratorIds: [],
  statusId: null,
  completesWithTasks: true,
  taskIds: [],
  progressId: null,
  target: null,
  currentValue: null,
  currentAt: null,
  currentBy: null,
  sourceKey: null,
  fileIds: [],
  isArchived: false,
  completedAt: null,
  completedBy: null,
}
