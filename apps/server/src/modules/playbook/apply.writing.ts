import { changeKindIds } from '@steward/contracts/record-history'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import { toInsert, type NumberedTasks, type TaskDraft, type Tasks } from '../task/index.ts'
import type { TemplateAtVersion } from '../playbook-template/index.ts'
import type { UserService } from '../user-management/index.ts'
import { draftOf, type Names } from './draft.rules.ts'
import { instanceSubject, scheduleDue } from './instance.door.ts'
import type { Instance, InstanceStep } from './instance.state.ts'
import { insertInstances, insertSteps, takeInstanceIds } from './instance.store.ts'
import type { Notify } from './playbook.notices.ts'
import type { PlannedRecord, PlannedStep } from './plan.ts'

export interface WritingNeighbours {
  tasks: Tasks
  ledger: Ledger
  users: Pick<UserService, 'directory'>
  notify: Notify
}

export interface Written {
  changeSetId: number | null
  instances: Instance[]
  tasks: number
  /** Records on which the playbook came to run meanwhile. */
  running: number
}

/** A draft without the people and the type that it can't have after all, such as someone who was just deactivated. */
const corrected = (draft: TaskDraft, faults: Readonly<Record<string, string>>): TaskDraft => ({
  ...draft,
  ...('assigneeId' in faults && { assigneeId: null }),
  ...('activityTypeId' in faults && { activityTypeId: null }),
})

/** Creates tasks. People who can't be given one after all are left out. */
export async function createTasks(
  tx: Tx,
  tasks: Tasks,
  actor: Actor,
  act: Act,
  drafts: readonly TaskDraft[],
): Promise<{ changeSetId: number | null; taskIds: (number | null)[] }> {
  const first = await tasks.createTasks(tx, actor, act, drafts)
  const taskIds = [...first.taskIds]
  let { changeSetId } = first
  if (first.refused.length > 0) {
    const again = first.refused.map(({ at, faults }) => corrected(drafts[at] as TaskDraft, faults))
    const within = { ...act, changeSetId: changeSetId ?? act.changeSetId }
    const second = await tasks.createTasks(tx, actor, within, again)
    changeSetId = second.changeSetId ?? changeSetId
    second.taskIds.forEach((id, nth) => {
      const at = first.refused[nth]?.at
      if (at !== undefined) taskIds[at] = id
    })
  }
  return { changeSetId, taskIds }
}

/** Prepares tasks for being created; writes nothing. People who can't be given one after all are left out. */
async function prepareTasks(
  db: Db,
  tasks: Tasks,
  actor: Actor,
  at: Date,
  drafts: readonly TaskDraft[],
): Promise<NumberedTasks & { taskIds: (number | null)[] }> {
  const first = await tasks.prepareTasks(db, actor, at, drafts)
  if (first.refused.length === 0) return first
  const again = first.refused.map((one) => corrected(drafts[one.at] as TaskDraft, one.faults))
  const second = await tasks.prepareTasks(db, actor, at, again)
  const taskIds = [...first.taskIds]
  second.taskIds.forEach((id, nth) => (taskIds[first.refused[nth]?.at ?? 0] = id))
  return { ...toInsert([...first.tasks, ...second.tasks], true), taskIds }
}

const stepOf = ({ stepId, state, dueDate, assigneeId, reason }: PlannedStep): InstanceStep => ({
  stepId,
  state,
  taskId: null,
  plannedOn: dueDate,
  assigneeId,
  reason,
})

function instanceOf(
  instanceId: number,
  { row, ownerId, endDate, dueDate, steps }: PlannedRecord,
  { templateId, version }: TemplateAtVersion,
  of: { applicationId: number | null; startDate: string; at: Date },
): Instance {
  return {
    instanceId,
    rowVersion: 1,
    state: {
      templateId,
      version,
      recordId: row.id,
      applicationId: of.applicationId,
      status: 'OPEN',
      ownerId,
      startDate: of.startDate,
      endDate,
      dueDate,
      createdAt: of.at.toISOString(),
      completedAt: null,
      steps: steps.map(stepOf),
    },
  }
}

/** Playbooks that can be written: instances with their steps, and the tasks of these. */
export interface PreparedPlaybooks {
  /** When they are applied. */
  at: Date
  instances: Instance[]
  tasks: NumberedTasks
}

/** The rest of it, without the records on which the playbook came to run meanwhile. */
function only({ tasks: { tasks } }: PreparedPlaybooks, inserted: ReadonlySet<number>): NumberedTasks {
  return toInsert(
    tasks.filter(({ state }) => inserted.has(state.instanceId ?? 0)),
    true,
  )
}

/** Prepares and writes planned playbooks. */
export function createApplyWriting({ tasks, ledger, users, notify }: WritingNeighbours) {
  async function namesOf(tenantId: number) {
    const { byId } = await users.directory(tenantId)
    return ({ row }: PlannedRecord): Names => ({
      record: row.name,
      organization: row.organization,
      account: row.account,
      owner: byId.get(row.owners[0] ?? 0)?.name ?? null,
    })
  }

  /** Puts together what is to be written. Writes nothing itself. */
  async function prepare(
    db: Db,
    actor: Actor,
    template: TemplateAtVersion,
    planned: readonly PlannedRecord[],
    of: { applicationId: number | null; startDate: string; at: Date },
  ): Promise<PreparedPlaybooks> {
    const ids = planned.length === 0 ? [] : await takeInstanceIds(db, planned.length)
    const instances = planned.map((record, nth) => instanceOf(ids[nth] as number, record, template, of))
    const named = await namesOf(actor.tenantId)
    const kept: InstanceStep[] = []
    const drafts: TaskDraft[] = []
    for (const [nth, record] of planned.entries()) {
      const { instanceId, state } = instances[nth] as Instance
      const names = named(record)
      for (const [place, step] of record.steps.entries()) {
        if (step.state !== 'task') continue
        kept.push(state.steps[place] as InstanceStep)
        drafts.push(draftOf(step, names, { recordId: record.row.id, instanceId }))
      }
    }
    const { taskIds, ...prepared } = await prepareTasks(db, tasks, actor, of.at, drafts)
    kept.forEach((step, nth) => (step.taskId = taskIds[nth] ?? null))
    return { at: of.at, instances, tasks: prepared }
  }

  /** Writes what was prepared: instances with their steps, tasks, the ledger, and who is notified. */
  async function write(
    tx: Tx,
    actor: Actor,
    given: Omit<Act, 'at'>,
    prepared: PreparedPlaybooks,
  ): Promise<Written> {
    const act: Act = { ...given, at: prepared.at }
    const nothing = { changeSetId: act.changeSetId ?? null, instances: [], tasks: 0, running: 0 }
    const all = prepared.instances
    if (all.length === 0) return nothing
    const { tenantId } = actor
    const inserted = await insertInstances(tx, tenantId, all)
    const isWhole = inserted.size === all.length
    const instances = isWhole ? all : all.filter(({ instanceId }) => inserted.has(instanceId))
    const running = all.length - instances.length
    if (instances.length === 0) return { ...nothing, running }
    const changeSetId = act.changeSetId ?? (await openItemSet(tx, { ...act, actor }))
    const ofSteps = isWhole ? prepared.tasks : only(prepared, inserted)
    if (ofSteps.tasks.length > 0) await tasks.insertTasks(tx, actor, { ...act, changeSetId }, ofSteps)
    await insertSteps(tx, tenantId, instances)
    await scheduleDue(tx, tenantId, instances)
    await ledger.writeItems(
      tx,
      tenantId,
      changeSetId,
      instanceSubject,
      instances.map(({ instanceId }) => ({
        itemId: instanceId,
        kind: changeKindIds.create,
        before: null,
        after: null,
        version: 1,
      })),
    )
    await notify.assigned(tx, tenantId, instances, userOf(actor), act.at)
    return { changeSetId, instances, tasks: ofSteps.tasks.length, running }
  }

  return { prepare, write }
}

export type ApplyWriting = ReturnType<typeof createApplyWriting>
