import { changeKindIds } from '@steward/contracts/record-history'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import type { TaskDraft, Tasks } from '../task/index.ts'
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

/** Creates tasks. People who can't be given one after all, such as someone who was just deactivated, are left out. */
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
    const again = first.refused.map(({ at, faults }) => ({
      ...(drafts[at] as TaskDraft),
      ...('assigneeId' in faults && { assigneeId: null }),
      ...('activityTypeId' in faults && { activityTypeId: null }),
    }))
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

/** Writes planned playbooks: instances with their steps, tasks, the ledger, and who is notified. */
export function createApplyWriting({ tasks, ledger, users, notify }: WritingNeighbours) {
  return async function write(
    tx: Tx,
    actor: Actor,
    act: Act,
    template: TemplateAtVersion,
    planned: readonly PlannedRecord[],
    of: { applicationId: number | null; startDate: string },
  ): Promise<Written> {
    const nothing = { changeSetId: act.changeSetId ?? null, instances: [], tasks: 0, running: 0 }
    if (planned.length === 0) return nothing
    const { tenantId } = actor
    const ids = await takeInstanceIds(tx, planned.length)
    const all = planned.map((record, at) => ({
      record,
      instance: instanceOf(ids[at] as number, record, template, { ...of, at: act.at }),
    }))
    const inserted = await insertInstances(
      tx,
      tenantId,
      all.map(({ instance }) => instance),
    )
    const fresh = all.filter(({ instance }) => inserted.has(instance.instanceId))
    if (fresh.length === 0) return { ...nothing, running: planned.length }
    const changeSetId = act.changeSetId ?? (await openItemSet(tx, { ...act, actor }))
    const { byId } = await users.directory(tenantId)
    const drafts = fresh.flatMap(({ record, instance }) => {
      const { row } = record
      const names: Names = {
        record: row.name,
        organization: row.organization,
        account: row.account,
        owner: byId.get(row.owners[0] ?? 0)?.name ?? null,
      }
      return record.steps
        .map((step, nth) => ({ step, kept: instance.state.steps[nth] as InstanceStep }))
        .filter(({ step }) => step.state === 'task')
        .map(({ step, kept }) => ({
          kept,
          draft: draftOf(step, names, { recordId: row.id, instanceId: instance.instanceId }),
        }))
    })
    const { taskIds } = await createTasks(
      tx,
      tasks,
      actor,
      { ...act, changeSetId },
      drafts.map(({ draft }) => draft),
    )
    drafts.forEach(({ kept }, at) => {
      kept.taskId = taskIds[at] ?? null
    })
    const instances = fresh.map(({ instance }) => instance)
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
    const running = planned.length - fresh.length
    return { changeSetId, instances, tasks: drafts.length, running }
  }
}

export type ApplyWriting = ReturnType<typeof createApplyWriting>
