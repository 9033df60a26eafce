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
  const { recordId, watcherIds, fileIds, type, assigneeId, creatorId, completedBy, ...state } = stateOf(row)
  const { level, record_name: name } = row
  const record = recordId === null || level === null || name === null ? null : { level, id: recordId, name }
  const { instanceId, stepId, recurrence, ...shown } = state
  return {
    ...shown,
    taskId: row.task_id,
    version: row.version,
    taskType: type,
    recurrence: recurrence && presentRecurrence(recurrence),
    assignee: personOf(users, assigneeId),
    creator: personOf(users, creatorId),
    completedBy: personOf(users, completedBy),
    record,
    organization: record?.level === 1 ? record : linked(1, row.organization_id, row.organization_name),
    account: record?.level === 2 ? record : linked(2, row.account_id, row.account_name),
    checklist: [...state.checklist],
    watchers: watcherIds.flatMap((id) => personOf(users, id) ?? []),
    files: fileIds.flatMap((id) => {
      const file = files.get(id)
      return file ? [{ fileId: id, name: file.name, mediaType: file.mediaType, size: file.size }] : []
    }),
    bookmarked: row.bookmarked,
    playbookInstanceId: instanceId,
    playbookStepId: stepId,
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
