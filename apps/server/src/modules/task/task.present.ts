import type { Task } from '@steward/contracts/task'
import { may, type Actor } from '../../platform/actor.ts'
import type { FileService } from '../file/index.ts'
import { recurrenceText, type Recurrence } from '../recurrence/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { ShownRow } from './task.read-model.ts'
import { stateOf } from './task.state.ts'

export interface PresentNeighbours {
  users: Pick<UserService, 'directory'>
  files: Pick<FileService, 'brief'>
}

type Files = Awaited<ReturnType<FileService['brief']>>

const linked = (level: 1 | 2, id: number | null, name: string | null) =>
  id === null || name === null ? null : { level, id, name }

function presentRecurrence(recurrence: Recurrence): Task['recurrence'] {
  const { rule, mode, dayOff, day, missed } = recurrence
  return { rule, mode, dayOff, day, missed, text: recurrenceText(recurrence) }
}

function present(actor: Actor, row: ShownRow, users: UserDirectory, files: Files): Task {
  const state = stateOf(row)
  const { recordId, recurrence } = state
  const { level, record_name: name } = row
  const record = recordId === null || level === null || name === null ? null : { level, id: recordId, name }
  // Each key by itself: what is left of an object is copied slowly, and written slowly as JSON.
  return {
    taskId: row.task_id,
    version: row.version,
    title: state.title,
    description: state.description,
    taskType: state.type,
    status: state.status,
    priority: state.priority,
    dueDate: state.dueDate,
    startDate: state.startDate,
    isDatePinned: state.isDatePinned,
    estimateMinutes: state.estimateMinutes,
    recurrence: recurrence && presentRecurrence(recurrence),
    seriesId: state.seriesId,
    assignee: personOf(users, state.assigneeId),
    creator: personOf(users, state.creatorId),
    record,
    organization: record?.level === 1 ? record : linked(1, row.organization_id, row.organization_name),
    account: record?.level === 2 ? record : linked(2, row.account_id, row.account_name),
    activityTypeId: state.activityTypeId,
    checklist: [...state.checklist],
    watchers: state.watcherIds.flatMap((id) => personOf(users, id) ?? []),
    files: state.fileIds.flatMap((id) => {
      const file = files.get(id)
      return file ? [{ fileId: id, name: file.name, mediaType: file.mediaType, size: file.size }] : []
    }),
    bookmarked: row.bookmarked,
    commentCount: row.comment_count,
    playbookInstanceId: state.instanceId,
    playbookStepId: state.stepId,
    activityId: state.activityId,
    completedAt: state.completedAt,
    completedBy: personOf(users, state.completedBy),
    createdAt: state.createdAt,
    updatedAt: row.updated_at.toISOString(),
    mayEdit: may(actor, 'task.edit'),
  }
}

const fileIdsOf = (row: ShownRow) => row['file_ids'] as number[]

/** Makes rows into tasks. */
export function createPresenting({ users, files }: PresentNeighbours) {
  return async (actor: Actor, rows: readonly ShownRow[]): Promise<Task[]> => {
    const directory = await users.directory(actor.tenantId)
    const fileIds = [...new Set(rows.flatMap(fileIdsOf))]
    const briefs = await files.brief(actor.tenantId, fileIds)
    return rows.map((row) => present(actor, row, directory, briefs))
  }
}
