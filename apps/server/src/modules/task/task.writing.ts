import type { Task } from '@steward/contracts/task'
import { taskPriorities, taskStatuses, taskTypes } from '@steward/contracts/plain/task'
import type { LevelId } from '@steward/contracts/level'
import { may, type Actor } from '../../platform/actor.ts'
import { isoOf } from '../../platform/db/instant.reader.ts'
import type { FileService } from '../file/index.ts'
import { recurrenceText, type Recurrence } from '../recurrence/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'

/** A row as the database wrote it, text by text. */
export type TextRow = readonly (string | null)[]

export interface WritingNeighbours {
  users: Pick<UserService, 'directory'>
  files: Pick<FileService, 'brief'>
}

/** What turns ids into JSON, each id once for a page. */
interface Names {
  person(id: string | null): string
  file(id: string): string | undefined
}

type WriteValue = (text: string) => string
/** A member of a task: the columns that it is read from, and its JSON from their texts. */
interface Member {
  name: keyof Task
  columns: readonly string[]
  write(texts: TextRow, at: number, names: Names): string
}

const asItStands: WriteValue = (text) => text
const quoted: WriteValue = (text) => JSON.stringify(text)
/** Of what holds nothing that JSON escapes, such as a day. */
const inQuotes: WriteValue = (text) => `"${text}"`
const flag: WriteValue = (text) => (text === 't' ? 'true' : 'false')
const instant: WriteValue = (text) => `"${isoOf(text)}"`
const nameIn =
  (names: readonly string[], first: number): WriteValue =>
  (id) =>
    `"${names[Number(id) - first]}"`

const recurrence: WriteValue = (text) => {
  const stored = JSON.parse(text) as Recurrence
  const { rule, mode, dayOff, day, missed } = stored
  return JSON.stringify({ rule, mode, dayOff, day, missed, text: recurrenceText(stored) })
}

const value = (name: keyof Task, column: string, write: WriteValue): Member => ({
  name,
  columns: [column],
  write: (texts, at) => {
    const text = texts[at]
    return typeof text === 'string' ? write(text) : 'null'
  },
})

const person = (name: keyof Task, column: string): Member => ({
  name,
  columns: [column],
  write: (texts, at, names) => names.person(texts[at] ?? null),
})

const idsOf = (list: string | null | undefined): string[] =>
  !list || list === '{}' ? [] : list.slice(1, -1).split(',')

const linked = (level: string | null, id: string | null, name: string | null): string =>
  level === null || id === null || name === null
    ? 'null'
    : `{"level":${level},"id":${id},"name":${quoted(name)}}`

/** The record of a task, and the organization or the account of that, which may be the record itself. */
const record: Member = {
  name: 'record',
  columns: ['r.level', 't.record_id', 'r.name'],
  write: (texts, at) => linked(texts[at] ?? null, texts[at + 1] ?? null, texts[at + 2] ?? null),
}

const above = (name: 'organization' | 'account', level: LevelId, alias: string): Member => ({
  name,
  columns: [
    `case when r.level = ${level} then r.record_id else ${alias}.record_id end`,
    `case when r.level = ${level} then r.name else ${alias}.name end`,
  ],
  write: (texts, at) => linked(String(level), texts[at] ?? null, texts[at + 1] ?? null),
})

/**
 * All that is shown of a task `t` of the record `r`, which belongs to the organization `o` and the account `a`; `b` is the
 * bookmark of the reader.
 */
const members: readonly Member[] = [
  value('taskId', 't.task_id', asItStands),
  value('version', 't.version', asItStands),
  value('title', 't.title', quoted),
  value('description', 't.description', quoted),
  value('taskType', 't.type', nameIn(taskTypes, 1)),
  value('status', 't.status', nameIn(taskStatuses, 1)),
  value('priority', 't.priority', nameIn(taskPriorities, 0)),
  value('dueDate', 't.due_on', inQuotes),
  value('dueTime', 't.due_time', inQuotes),
  value('startDate', 't.start_on', inQuotes),
  value('isDatePinned', 't.date_pinned', flag),
  value('estimateMinutes', 't.estimate_minutes', asItStands),
  value('recurrence', 't.recurrence', recurrence),
  value('seriesId', 't.series_id', asItStands),
  person('assignee', 't.assignee_id'),
  person('creator', 't.creator_id'),
  record,
  above('organization', 1, 'o'),
  above('account', 2, 'a'),
  value('activityTypeId', 't.activity_type_id', asItStands),
  value('checklist', 't.checklist', asItStands),
  {
    name: 'watchers',
    columns: ['t.watchers'],
    write: (texts, at, names) => `[${idsOf(texts[at]).map(names.person).join(',')}]`,
  },
  {
    name: 'files',
    columns: ['t.file_ids'],
    write: (texts, at, names) =>
      `[${idsOf(texts[at])
        .flatMap((id) => names.file(id) ?? [])
        .join(',')}]`,
  },
  value('bookmarked', 'b.task_id is not null', flag),
  value('commentCount', 't.comment_count', asItStands),
  value('playbookInstanceId', 't.instance_id', asItStands),
  value('playbookStepId', 't.step_id', asItStands),
  value('activityId', 't.activity_id', asItStands),
  value('completedAt', 't.completed_at', instant),
  person('completedBy', 't.completed_by'),
  value('createdAt', 't.created_at', instant),
  value('updatedAt', 't.updated_at', instant),
]

/** The columns that tasks are written from. */
export const shownColumns = members.flatMap(({ columns }) => columns).join(', ')

/** Members with what comes before each in the JSON of a task, and where their columns begin in a row. */
const parts = (() => {
  let next = 0
  return members.map(({ name, columns, write }, nth) => {
    const at = next
    next += columns.length
    return { start: `${nth === 0 ? '{' : ','}"${name}":`, at, write }
  })
})()

function writeTask(row: TextRow, names: Names, end: string): string {
  let text = ''
  for (const { start, at, write } of parts) text += start + write(row, at, names)
  return text + end
}

function namesOf(directory: UserDirectory, files: Awaited<ReturnType<FileService['brief']>>): Names {
  const people = new Map<string, string>()
  return {
    person(id) {
      if (id === null) return 'null'
      const known = people.get(id)
      if (known !== undefined) return known
      const written = JSON.stringify(personOf(directory, Number(id)))
      people.set(id, written)
      return written
    },
    file(id) {
      const file = files.get(Number(id))
      if (!file) return undefined
      const { name, mediaType, size } = file
      return JSON.stringify({ fileId: Number(id), name, mediaType, size })
    },
  }
}

const filesAt = parts[members.findIndex(({ name }) => name === 'files')]?.at ?? 0

/**
 * Writes tasks as JSON from rows that begin with `shownColumns`. The values are put together as the database wrote them:
 * reading 35 of each task into objects, and writing these again, took longer than finding the tasks.
 */
export function createTaskWriting({ users, files }: WritingNeighbours) {
  return async (actor: Actor, rows: readonly TextRow[]): Promise<string[]> => {
    const directory = await users.directory(actor.tenantId)
    const fileIds = new Set(rows.flatMap((row) => idsOf(row[filesAt])).map(Number))
    const names = namesOf(directory, await files.brief(actor.tenantId, [...fileIds]))
    const end = `,"mayEdit":${may(actor, 'task.edit')}}`
    return rows.map((row) => writeTask(row, names, end))
  }
}
