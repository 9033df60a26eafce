import { instanceStatuses, instanceStatusId, type InstanceStatus } from '@steward/contracts/plain/playbook'
import { taskPriorities, taskStatuses } from '@steward/contracts/plain/task'
import type { InstanceDetail, PlaybookInstance } from '@steward/contracts/playbook/instance'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import { may, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import { personOf, type TemplateAtVersion, type TemplateService } from '../playbook-template/index.ts'
import { dayIn } from '../task/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { instanceSubject } from './instance.door.ts'
import { listInstances, readTasks, type InstanceRow, type TaskRow } from './instance.list.sql.ts'
import { readSteps } from './instance.store.ts'
import { labelOf } from './instance.subject.ts'
import type { InstanceStep } from './instance.state.ts'

interface Listing {
  page: number
  pageSize: number
  templateId?: number | undefined
  ownerId?: number | undefined
  status?: InstanceStatus | undefined
  hideDone?: boolean | undefined
  level?: number | undefined
  overdue?: boolean | undefined
  recordId?: number | undefined
  orderBy: 'playbookInstanceId' | 'dueDate' | 'status'
  order: 'asc' | 'desc'
}

export interface ReadingNeighbours {
  templates: TemplateService
  users: Pick<UserService, 'directory'>
  ledger: Pick<Ledger, 'itemHistory'>
}

function presentInstance(row: InstanceRow, directory: UserDirectory): PlaybookInstance {
  const { instanceId, templateId, name, version, latestVersion, startDate, dueDate } = row
  const { stepCount, completedCount } = row
  const status = instanceStatuses[row.status - 1] ?? 'ARCHIVED'
  return {
    playbookInstanceId: instanceId,
    templateId,
    name,
    version,
    latestVersion,
    status,
    record: { level: row.level, id: row.recordId, name: row.recordName },
    owner: personOf(directory, row.ownerId),
    startDate,
    dueDate,
    stepCount,
    completedCount,
    progress: stepCount === 0 ? 0 : Math.round((completedCount / stepCount) * 100),
    nextStep: row.nextTitle === null ? null : { title: row.nextTitle, dueDate: row.nextDue },
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

const unknown = () =>
  notFound('playbook.instance_unknown', "This playbook doesn't exist, or you can't see it.")

const stepTexts: Readonly<Record<InstanceStep['state'], string>> = {
  task: 'Has a task',
  waiting: 'Waiting',
  skipped: 'Skipped',
  unmet: 'Left out',
}

function textOf(key: string, value: unknown, directory: UserDirectory): string | null {
  if (value === null || value === undefined) return null
  if (key === 'ownerId') return directory.byId.get(Number(value))?.name ?? 'Former user'
  if (!key.startsWith('step:')) return String(value)
  const { state, plannedOn, reason } = value as InstanceStep
  return [stepTexts[state], plannedOn, state === 'task' ? null : reason].filter(Boolean).join(' · ')
}

/** What a step says of itself, and where it has a task, what that one says. */
function factsOf(step: PlaybookStep, kept: InstanceStep, task: TaskRow | undefined) {
  if (!task) {
    const { title, priority } = step
    return { title, priority, taskId: null, status: null, dueDate: kept.plannedOn, isDatePinned: false }
  }
  const { title, taskId, dueDate, isDatePinned } = task
  return {
    title,
    taskId,
    dueDate,
    isDatePinned,
    status: taskStatuses[task.statusId - 1] ?? null,
    priority: taskPriorities[task.priorityId] ?? step.priority,
  }
}

/** Playbooks on records that the actor sees. */
export function createInstanceReading(platform: Platform, { templates, users, ledger }: ReadingNeighbours) {
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function list(actor: Actor, { page, pageSize, orderBy, order, status, overdue, ...given }: Listing) {
    const directory = await users.directory(actor.tenantId)
    const today = dayIn(platform.clock.now(), directory.byId.get(actor.userId)?.timeZone)
    const late = overdue ? { hideDone: true, dueBefore: today } : {}
    const found = await listInstances(
      dbOf(actor),
      actor,
      { ...given, ...late, status: status && instanceStatusId(status) },
      { orderBy, order, limit: pageSize, offset: (page - 1) * pageSize },
    )
    const data = found.rows.map((row) => presentInstance(row, directory))
    return { data, itemCount: data.length, page, pageSize, totalItemCount: found.total, today }
  }

  /** Throws `not_found` for what the actor can't see. */
  async function find(actor: Actor, instanceId: number): Promise<InstanceRow> {
    const window = { orderBy: 'playbookInstanceId', order: 'asc', limit: 1, offset: 0 } as const
    const [row] = (await listInstances(dbOf(actor), actor, { instanceId }, window)).rows
    if (!row) throw unknown()
    return row
  }

  async function presentSteps(actor: Actor, row: InstanceRow, template: TemplateAtVersion) {
    const db = dbOf(actor)
    const directory = await users.directory(actor.tenantId)
    const steps = (await readSteps(db, actor.tenantId, [row.instanceId])).get(row.instanceId) ?? []
    const byId = new Map(steps.map((step) => [step.stepId, step]))
    const tasks = new Map(
      (await readTasks(db, actor.tenantId, row.instanceId)).map((one) => [one.taskId, one]),
    )
    return template.definition.steps.flatMap((step) => {
      const stepId = template.stepIds[step.key] as number
      const kept = byId.get(stepId)
      if (!kept) return []
      const task = kept.taskId === null ? undefined : tasks.get(kept.taskId)
      const assignee = personOf(directory, task ? task.assigneeId : kept.assigneeId)
      const { key } = step
      return [{ stepId, key, state: kept.state, reason: kept.reason, assignee, ...factsOf(step, kept, task) }]
    })
  }

  async function read(actor: Actor, instanceId: number): Promise<InstanceDetail> {
    const row = await find(actor, instanceId)
    const template = await templates.find(actor, row.templateId, row.version)
    const directory = await users.directory(actor.tenantId)
    const steps = await presentSteps(actor, row, template)
    return { ...presentInstance(row, directory), steps, mayEdit: may(actor, 'playbook.apply') }
  }

  return {
    list,
    read,
    find,

    /** The changes of an instance, newest first. */
    async history(actor: Actor, instanceId: number, page: { before: number | null; limit: number }) {
      await find(actor, instanceId)
      const limit = page.limit + 1
      const entries = await ledger.itemHistory(actor, [{ subject: instanceSubject, itemId: instanceId }], {
        ...page,
        limit,
      })
      const directory = await users.directory(actor.tenantId)
      return {
        data: entries.slice(0, page.limit).map(({ before, after, ...entry }) => ({
          ...entry,
          changes: Object.keys(after).map((key) => ({
            field: key,
            label: labelOf(key),
            beforeText: textOf(key, before[key], directory),
            afterText: textOf(key, after[key], directory),
          })),
        })),
        hasMore: entries.length > page.limit,
      }
    },
  }
}

export type InstanceReading = ReturnType<typeof createInstanceReading>
