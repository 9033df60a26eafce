import { savePlaybookSchema, type PlaybookStarter } from '@steward/contracts/playbook/template'
import { createSegmentSchema } from '@steward/contracts/segment'
import { taskListQuery } from '@steward/contracts/task-list'
import type { TaskPriority, TaskStatus } from '@steward/contracts/plain/task'
import type { Modules } from '../../modules.ts'
import { starters } from '../../modules/playbook-template/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { atTime } from '../../platform/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { addressOfName, team } from '../demo.people.ts'
import { cell, numberCell, required } from '../demo.file.ts'
import type { DemoSource } from '../demo.source.ts'
import type { Directory } from '../demo.writing.ts'
import { dayFrom, daysFrom, listCustomers, type Customer, type Present } from './customer.ts'

export interface Work {
  database: Database
  modules: Pick<Modules, 'tasks' | 'segments' | 'playbooks' | 'playbookTemplates'>
  actor: Actor
  directory: Directory
  source: DemoSource
  present: Present
}

const account = 2

/** The lead of the team, with the rights of the administrator. */
const leadOf = ({ actor, directory }: Pick<Work, 'actor' | 'directory'>): Actor => ({
  ...actor,
  userId: directory.users(addressOfName(team[0][0])),
})

const dayMs = 24 * 3600 * 1000

/** Adds the open tasks of the team. */
export async function addTasks({
  database,
  modules,
  actor,
  directory,
  source,
  present,
}: Work): Promise<void> {
  const byName = new Map(listCustomers(source, present).map((one) => [cell(one.row, 'account'), one]))
  for (const row of source.customerTasks) {
    const customer = byName.get(cell(row, 'account')) as Customer
    const recordId = directory.records(account, customer.externalId)
    const title = cell(row, 'title')
    const query = { level: 'account', parentIdentifier: recordId, pageSize: 100, hideCompleted: false }
    const { data } = (await modules.tasks.list(actor, taskListQuery.parse(query))).read()
    if (data.some((task) => task.title === title)) continue
    const dueIn = numberCell(row, 'due_in') ?? 0
    const author = { ...actor, userId: directory.users(customer.owner) }
    const draft = {
      title,
      recordId,
      assigneeId: author.userId,
      dueDate: dayFrom(present.anchor, dueIn),
      dueTime: cell(row, 'time') || null,
      priority: cell(row, 'priority') as TaskPriority,
      status: cell(row, 'status') as TaskStatus,
      estimateMinutes: numberCell(row, 'minutes'),
    }
    const at = daysFrom(present.anchor, Math.min(dueIn, 0) - 6)
    await atTime(at, () =>
      transact(database.tenant(actor.tenantId), (tx) =>
        modules.tasks.createTasks(tx, author, { action: 'create', at }, [draft]),
      ),
    )
  }
}

interface DemoPlaybook {
  starter: string
  /** The accounts that run it, and how many days ago it began. */
  runs: (customer: Customer) => number | null
}

/** Days after which overdue steps are completed, except for stalled customers. */
const doneAfter = 12
const stuck: Readonly<Record<string, number>> = { 'Vantage Clinics': 55 }

/** Completes the steps of a playbook on the days on which they were due. */
async function completeSteps(work: Work, { externalId, row }: Customer): Promise<void> {
  const { database, modules, actor, directory, present } = work
  const parentIdentifier = directory.records(account, externalId)
  const query = { level: 'account', parentIdentifier, taskType: 'playbook', pageSize: 100 }
  const { data } = (await modules.tasks.list(actor, taskListQuery.parse(query))).read()
  const lastDay = dayFrom(present.anchor, -(stuck[cell(row, 'account')] ?? doneAfter))
  for (const { taskId, dueDate, status, assignee } of data) {
    if (dueDate === null || dueDate > lastDay || status === 'COMPLETED') continue
    const at = new Date(`${dueDate}T15:00:00.000Z`)
    const author = { ...actor, userId: assignee?.id ?? actor.userId }
    const done = { taskId, values: { status: 'COMPLETED' as const } }
    await atTime(at, () =>
      transact(database.tenant(actor.tenantId), (tx) =>
        modules.tasks.changeTasks(tx, author, { action: 'complete', at }, [done]),
      ),
    )
  }
}

const storyOf =
  (...courses: readonly string[]) =>
  ({ row }: Customer) =>
    courses.includes(cell(row, 'course'))

/** The playbooks of accounts in onboarding, before a renewal, and with a story. */
const playbooks: readonly DemoPlaybook[] = [
  {
    starter: 'onboarding',
    runs: ({ row, contractStart }) => (cell(row, 'stage') === 'Onboarding' ? -contractStart : null),
  },
  {
    starter: 'renewal',
    runs: ({ row, renewal }) => (cell(row, 'stage') === 'Renewal' && renewal > 0 ? 120 - renewal : null),
  },
  {
    starter: 'quarterly-review',
    runs: (customer) =>
      storyOf('expansion', 'handover', 'growing')(customer) ? 16 + (customer.nth % 9) : null,
  },
  { starter: 'champion-left', runs: (customer) => (storyOf('silent')(customer) ? 60 : null) },
]

async function ensureTemplate(work: Work, starter: PlaybookStarter): Promise<number> {
  const { modules, actor } = work
  const found = await modules.playbookTemplates.list(actor, { page: 1, pageSize: 1, name: starter.name })
  const { starter: _name, dateField: _asked, ...input } = starter
  const steps = input.steps.map((step) =>
    step.offset.from === 'field' ? { ...step, offset: { ...step.offset, field: 'renewal_date' } } : step,
  )
  const { templateId } =
    found.data[0] ??
    (await modules.playbookTemplates.create(actor, savePlaybookSchema.parse({ ...input, steps })))
  await modules.playbookTemplates.setStatus(actor, templateId, 'active')
  return templateId
}

/** Adds the playbooks of the team, and applies them to accounts. */
export async function addPlaybooks(work: Work): Promise<void> {
  const { modules, directory, source, present } = work
  const lead = leadOf(work)
  for (const { starter: name, runs } of playbooks) {
    const starter = required(
      starters.find((one) => one.starter === name),
      `the playbook ${name}`,
    )
    const templateId = await ensureTemplate(work, starter)
    for (const customer of listCustomers(source, present)) {
      const daysAgo = runs(customer)
      if (daysAgo === null) continue
      const at = new Date(present.anchor.getTime() - Math.min(daysAgo, customer.since) * dayMs)
      const entities = [directory.records(account, customer.externalId)]
      // Where it runs already, it is left as it is.
      await atTime(at, () => modules.playbooks.apply(lead, templateId, { entities }))
      await completeSteps(work, customer)
    }
  }
}

/** Archives what was still open when a customer left, on that day; what is due later is about winning them back. */
export async function closeWorkOfChurned(work: Work): Promise<void> {
  const { database, modules, actor, directory, source, present } = work
  const churned = listCustomers(source, present).filter(storyOf('silent'))
  for (const { externalId, owner, renewal } of churned) {
    const parentIdentifier = directory.records(account, externalId)
    const query = {
      level: 'account',
      parentIdentifier,
      pageSize: 100,
      hideCompleted: true,
      hideArchived: true,
    }
    const { data } = (await modules.tasks.list(actor, taskListQuery.parse(query))).read()
    const today = dayFrom(present.anchor, 0)
    const left = data.filter(({ dueDate }) => dueDate !== null && dueDate < today)
    if (left.length === 0) continue
    const at = daysFrom(present.anchor, renewal, 16)
    const author = { ...actor, userId: directory.users(owner) }
    const changes = left.map(({ taskId }) => ({ taskId, values: { status: 'ARCHIVED' as const } }))
    await atTime(at, () =>
      transact(database.tenant(actor.tenantId), (tx) =>
        modules.tasks.changeTasks(tx, author, { action: 'archive', at }, changes),
      ),
    )
  }
}

/** As lists begin: those that left are found by other views. */
const active = [
  { field: 'entityArchived', operator: 'isFalse' },
  { field: 'churned', operator: 'isFalse' },
] as const

/** Views that lead to what matters. */
export const segments = [
  {
    name: 'Renewals in 90 days',
    description: 'Contracts that end soon, the next one first.',
    logic: { and: [...active, { field: 'renewal_date', operator: 'inNext', value: 90 }] },
    sort: 'renewal_date',
  },
  {
    name: 'Needs attention',
    description: 'A poor score, or a stage or pulse that says so.',
    logic: {
      and: [
        ...active,
        {
          or: [
            { field: 'system:health', operator: 'lesser', value: 5 },
            { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] },
          ],
        },
      ],
    },
    sort: 'system:health',
  },
  {
    name: 'Enterprise',
    description: 'The customers with a manager of their own.',
    logic: { and: [...active, { field: 'arr', operator: 'greaterEqual', value: 140_000 }] },
    sort: 'arr',
  },
] as const

/** Days before the load on which the segments were made. */
const segmentAge = 140

/** Segments of the team lead that everyone sees, pinned for the administrator and for the team. */
export async function addSegments({ modules, actor, directory, present }: Work): Promise<void> {
  const { segments: service } = modules
  const lead = leadOf({ actor, directory })
  const readers = team.map(([name]) => ({ ...actor, userId: directory.users(addressOfName(name)) }))
  const at = daysFrom(present.anchor, -segmentAge)
  const there = new Set((await service.list(actor, { level: account, tab: 'All' })).map(({ name }) => name))
  for (const { name, description, logic, sort } of segments) {
    if (there.has(name)) continue
    const sortDirection = sort === 'arr' ? 'DESC' : 'ASC'
    const view = { sortColumn: sort, sortDirection }
    const form = { name, description, segmentLevel: 'account', isPrivate: false, logic, view }
    const { segmentId } = await atTime(at, () => service.create(lead, createSegmentSchema.parse(form)))
    for (const reader of [actor, ...readers]) await service.pin(reader, segmentId, 'pin')
  }
}
