import { seeingAll, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { ChangedInstance } from '@steward/contracts/playbook/instance'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import { createTasks } from './apply.writing.ts'
import { draftOf } from './draft.rules.ts'
import { readTasks } from './instance.list.sql.ts'
import type { Instance, InstanceStep } from './instance.state.ts'
import type { PlannedRecord, PlannedStep, Planning } from './plan.ts'

export interface MovingNeighbours {
  templates: TemplateService
  planning: Planning
  tasks: Tasks
}

/** What another version comes to for an instance. */
interface NextVersion {
  added: PlannedStep[]
  record: PlannedRecord | undefined
  /** Steps that the version does not have, and whose tasks no one has begun or completed. */
  removed: { step: InstanceStep; taskId: number | null }[]
  moves: ChangedInstance['moves']
}

/** Steps whose task is in progress or completed stay as they are, whatever the version says. */
const open = 2

/** Moves instances to other versions of their templates. */
export function createMoving({ templates, planning, tasks }: MovingNeighbours) {
  return {
    async plan(tx: Tx, actor: Actor, { instanceId, state }: Instance, version: number): Promise<NextVersion> {
      const { tenantId } = actor
      const template = await templates.findIn(tx, tenantId, state.templateId, version)
      if (!template) throw notFound('playbook.version_unknown', 'This playbook has no such version.')
      const { startDate, endDate, ownerId } = state
      const planned = await planning.planOne(tx, seeingAll(actor), template, state.recordId, {
        startDate,
        endDate,
        ownerId,
      })
      const present = new Map(state.steps.map((step) => [step.stepId, step]))
      const wanted = new Set(template.definition.steps.map(({ key }) => template.stepIds[key]))
      const added = (planned?.steps ?? []).filter(({ stepId }) => !present.has(stepId))
      const byTask = new Map((await readTasks(tx, tenantId, instanceId)).map((task) => [task.taskId, task]))
      const removed = state.steps
        .filter(({ stepId }) => !wanted.has(stepId))
        .map((step) => ({ step, task: step.taskId === null ? undefined : byTask.get(step.taskId) }))
        .filter(({ task }) => !task || task.statusId <= open)
      return {
        added,
        record: planned,
        removed: removed.map(({ step, task }) => ({ step, taskId: task?.taskId ?? null })),
        moves: [
          ...added
            .filter(({ state: one }) => one !== 'unmet')
            .map(({ stepId, step, dueDate }) => ({
              stepId,
              title: step.title,
              kind: 'added' as const,
              from: null,
              to: dueDate,
            })),
          ...removed.map(({ step, task }) => ({
            stepId: step.stepId,
            title: task?.title ?? 'Step without a task',
            kind: 'removed' as const,
            from: step.plannedOn,
            to: null,
          })),
        ],
      }
    },

    /** Archives the tasks of removed steps, creates those of added ones, and answers the steps of the instance. */
    async write(
      tx: Tx,
      actor: Actor,
      act: Act,
      { instanceId, state }: Instance,
      { added, removed, record }: NextVersion,
    ): Promise<InstanceStep[]> {
      const archived = removed.flatMap(({ taskId }) => taskId ?? [])
      const values = { status: 'ARCHIVED' as const }
      const { changeSetId } = await tasks.changeTasks(
        tx,
        actor,
        act,
        archived.map((taskId) => ({ taskId, values })),
      )
      act.changeSetId ??= changeSetId ?? undefined
      const names = {
        record: record?.row.name ?? '',
        organization: record?.row.organization ?? null,
        account: record?.row.account ?? null,
        owner: null,
      }
      const withTask = added.filter((one) => one.state === 'task')
      const drafts = withTask.map((one) => draftOf(one, names, { recordId: state.recordId, instanceId }))
      const made = await createTasks(tx, tasks, actor, act, drafts)
      act.changeSetId ??= made.changeSetId ?? undefined
      const gone = new Set(removed.map(({ step }) => step.stepId))
      return [
        ...state.steps.filter(({ stepId }) => !gone.has(stepId)),
        ...added.map(({ stepId, state: one, dueDate, assigneeId, reason }) => ({
          stepId,
          state: one,
          taskId:
            one === 'task'
              ? (made.taskIds[withTask.findIndex((step) => step.stepId === stepId)] ?? null)
              : null,
          plannedOn: dueDate,
          assigneeId,
          reason,
        })),
      ]
    },
  }
}
