import type { ChangedInstance, ChangeInstance, InstanceDetail } from '@steward/contracts/playbook/instance'
import { doneInstanceStatuses, type archiveActions } from '@steward/contracts/plain/playbook'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { InstanceReading } from './instance-reading.service.ts'
import type { Instance, InstanceState } from './instance.state.ts'
import { listRunning, lockInstances } from './instance.store.ts'
import { readTasks } from './instance.list.sql.ts'
import { createMoving } from './instance.moving.ts'
import type { Notify } from './playbook.notices.ts'
import type { Planning } from './plan.ts'
import type { Settling } from './settle.ts'

export interface InstanceNeighbours {
  tasks: Tasks
  users: Pick<UserService, 'directory'>
  templates: TemplateService
  planning: Planning
  settling: Settling
  reading: InstanceReading
  notify: Notify
}

type OpenTasks = 'complete' | 'archive'

const runsAgain = () =>
  new AppError(
    'conflict',
    'playbook.already_running',
    'This playbook runs on the record again already. Work on that one, or complete it first.',
  )

const refusal = (error: unknown): unknown =>
  violatedConstraint(error) === 'playbook_instance_running' ? runsAgain() : error

const statusAfter = { complete: 'COMPLETED', start: 'IN_PROGRESS', archive: 'ARCHIVED' } as const

type Ending = keyof typeof statusAfter

/** `running`: the playbook runs on the record again, so this instance can't. */
export type Outcome = 'changed' | 'unchanged' | 'running'

const gone = () => notFound('playbook.instance_unknown', "This playbook doesn't exist, or you can't see it.")

async function lock(tx: Tx, actor: Actor, instanceId: number): Promise<Instance> {
  const [instance] = await lockInstances(tx, actor.tenantId, [instanceId])
  if (!instance) throw gone()
  return instance
}

function givenOf({ ownerId, startDate, dueDate, version }: ChangeInstance): Partial<InstanceState> {
  return {
    ...(ownerId !== undefined && { ownerId }),
    ...(startDate !== undefined && { startDate }),
    ...(dueDate !== undefined && { endDate: dueDate }),
    ...(version !== undefined && { version }),
  }
}

/** Work on playbooks that were applied. */
export function createInstanceService(platform: Platform, neighbours: InstanceNeighbours) {
  const { tasks, users, settling, reading, notify } = neighbours
  const { clock } = platform
  const moving = createMoving(neighbours)
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function within<T>(
    actor: Actor,
    instanceId: number,
    work: (tx: Tx, instance: Instance) => Promise<T>,
  ) {
    await reading.find(actor, instanceId)
    return transact(dbOf(actor), async (tx) => work(tx, await lock(tx, actor, instanceId))).catch(
      (error: unknown) => {
        throw refusal(error)
      },
    )
  }

  /** Completes or archives the open tasks of an instance. */
  async function endTasks(tx: Tx, actor: Actor, act: Act, instanceId: number, openTasks: OpenTasks) {
    const open = (await readTasks(tx, actor.tenantId, instanceId)).filter(({ statusId }) => statusId < 4)
    const status = openTasks === 'complete' ? 'COMPLETED' : 'ARCHIVED'
    const { changeSetId } = await tasks.changeTasks(
      tx,
      actor,
      act,
      open.map(({ taskId }) => ({ taskId, values: { status } })),
    )
    act.changeSetId ??= changeSetId ?? undefined
  }

  /** Completes, starts or archives an instance that is locked, as part of the operation `act`. */
  async function endOne(
    tx: Tx,
    actor: Actor,
    act: Act,
    instance: Instance,
    action: Ending,
    openTasks: OpenTasks = 'archive',
  ): Promise<Outcome> {
    const { instanceId, state } = instance
    const status = statusAfter[action]
    if (state.status === status) return 'unchanged'
    if (action === 'start' && doneInstanceStatuses.includes(state.status)) {
      const running = await listRunning(tx, actor.tenantId, state.templateId, state.recordId)
      if (running.length > 0) return 'running'
    }
    if (action !== 'start') await endTasks(tx, actor, act, instanceId, openTasks)
    const changeSetId = await settling.settle(tx, actor, act, instance, { status })
    act.changeSetId ??= changeSetId ?? undefined
    return 'changed'
  }

  async function setStatus(
    actor: Actor,
    instanceId: number,
    action: Ending,
    openTasks?: OpenTasks,
  ): Promise<{ data: InstanceDetail; changeSetId: number | null }> {
    const act: Act = { action, at: clock.now() }
    await within(actor, instanceId, async (tx, instance) => {
      if ((await endOne(tx, actor, act, instance, action, openTasks)) === 'running') throw runsAgain()
    })
    return { data: await reading.read(actor, instanceId), changeSetId: act.changeSetId ?? null }
  }

  async function checkOwner(tenantId: number, ownerId: number): Promise<void> {
    const { byId } = await users.directory(tenantId)
    if (byId.get(ownerId)?.assignable) return
    throw invalid('playbook.owner', { ownerId: "This user can't be given playbooks. Choose someone else." })
  }

  async function checkChange(actor: Actor, { ownerId, startDate, dueDate }: ChangeInstance): Promise<void> {
    if (ownerId !== undefined) await checkOwner(actor.tenantId, ownerId)
    if (startDate && dueDate && dueDate < startDate) {
      throw invalid('playbook.dates', { dueDate: 'The end is before the start.' })
    }
  }

  return {
    endOne,
    checkOwner,
    complete: (actor: Actor, instanceId: number, openTasks: OpenTasks) =>
      setStatus(actor, instanceId, 'complete', openTasks),
    start: (actor: Actor, instanceId: number) => setStatus(actor, instanceId, 'start'),
    archive: (actor: Actor, instanceId: number, openTasks: OpenTasks) =>
      setStatus(actor, instanceId, 'archive', openTasks),

    /**
     * Changes owner, dates or version. With `preview` it only answers which steps move. Dates that people set stay.
     */
    async change(actor: Actor, instanceId: number, input: ChangeInstance): Promise<ChangedInstance> {
      await checkChange(actor, input)
      const given = givenOf(input)
      const act: Act = { action: 'reschedule', at: clock.now() }
      const reschedules = input.startDate ?? input.dueDate ?? input.version
      const result = await within(actor, instanceId, async (tx, instance) => {
        const next =
          input.version === undefined ? undefined : await moving.plan(tx, actor, instance, input.version)
        const moves = reschedules
          ? [...(next?.moves ?? []), ...(await settling.preview(tx, actor, instance, given))]
          : []
        if (input.preview) return { moves, changeSetId: null }
        const steps = next ? { steps: await moving.write(tx, actor, act, instance, next) } : {}
        const all = { ...given, ...steps }
        const changeSetId = await settling.settle(
          tx,
          actor,
          act,
          instance,
          all,
          reschedules ? 'reschedule' : 'follow',
        )
        const isNew = input.ownerId !== undefined && input.ownerId !== instance.state.ownerId
        const changed = { ...instance, state: { ...instance.state, ...given } }
        if (isNew) await notify.assigned(tx, actor.tenantId, [changed], userOf(actor), act.at)
        return { moves, changeSetId }
      })
      return { data: await reading.read(actor, instanceId), ...result }
    },

    /** Leaves a step out of an instance, with a reason; what waits for it can begin. */
    async skip(actor: Actor, instanceId: number, stepId: number, reason: string) {
      const act: Act = { action: 'edit', at: clock.now() }
      const changeSetId = await within(actor, instanceId, async (tx, instance) => {
        const step = instance.state.steps.find((one) => one.stepId === stepId)
        if (!step) throw notFound('playbook.step_unknown', 'This playbook has no such step.')
        if (step.taskId !== null) {
          const { changeSetId: set } = await tasks.changeTasks(tx, actor, act, [
            {
              taskId: step.taskId,
              values: ({ status }) => {
                if (status !== 'COMPLETED') return { status: 'ARCHIVED' }
                throw new AppError('conflict', 'playbook.step_done', 'This step is completed already.')
              },
            },
          ])
          act.changeSetId ??= set ?? undefined
        }
        const steps = instance.state.steps.map((one) =>
          one.stepId === stepId ? { ...one, state: 'skipped' as const, reason } : one,
        )
        return settling.settle(tx, actor, act, instance, { steps })
      })
      return { data: await reading.read(actor, instanceId), changeSetId }
    },

    /** Ends all running instances of a template, in the transaction that archives it. */
    async endAll(tx: Tx, actor: Actor, templateId: number, action: 'complete' | 'archive'): Promise<void> {
      const ids = await listRunning(tx, actor.tenantId, templateId)
      const act: Act = { action, at: clock.now() }
      for (const instance of await lockInstances(tx, actor.tenantId, ids)) {
        await endOne(tx, actor, act, instance, action)
      }
    },
  }
}

export type InstanceService = ReturnType<typeof createInstanceService>

/** Archives a template, and ends its running instances in the same transaction unless they are to continue. */
export function createArchive(templates: TemplateService, instances: InstanceService) {
  return (
    actor: Actor,
    templateId: number,
    action: (typeof archiveActions)[number],
  ): Promise<PlaybookTemplate> =>
    templates.setStatus(actor, templateId, 'archived', async (tx) => {
      if (action !== 'keep') await instances.endAll(tx, actor, templateId, action)
    })
}

export type ArchiveTemplate = ReturnType<typeof createArchive>
