import { roleMay } from '@steward/contracts/plain/permission'
import type { AssigneeRule } from '@steward/contracts/playbook/template'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TemplateAtVersion, TemplateService } from '../playbook-template/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import {
  endApplication,
  findApplication,
  lockApplication,
  noteAssignments,
  noteProgress,
  readBatch,
  type ApplicationOptions,
  type StoredApplication,
} from './application.store.ts'
import type { ApplyWriting, PreparedPlaybooks } from './apply.writing.ts'
import type { Plan, Planning } from './plan.ts'

export interface BatchNeighbours {
  templates: Pick<TemplateService, 'findIn' | 'noteApplied'>
  users: Pick<UserService, 'directory'>
  planning: Planning
  writing: ApplyWriting
}

export const inactive = () =>
  new AppError('conflict', 'playbook.not_active', 'This playbook is not active. Activate it first.')

/** The status of templates that can be applied. */
export const active = 1

/** Rules by which whose a step is follows from the steps that were given before. */
const byLoad: ReadonlySet<AssigneeRule['rule']> = new Set(['leastLoaded', 'roundRobin'])

/** A batch that can be written, put together when users were as in `directory`. */
interface Batch {
  rowsBefore: number
  ids: number[]
  directory: UserDirectory
  template: TemplateAtVersion
  plan: Plan
  prepared: PreparedPlaybooks
}

/** Batches that are put together ahead. */
export interface Ahead {
  /** The one that may be next. */
  ready?: Batch | undefined
  /** The one behind it. */
  coming?: Promise<Batch | undefined>
}

/** Works through applications, batch by batch. */
export function createBatches(platform: Platform, { templates, users, planning, writing }: BatchNeighbours) {
  const { clock } = platform
  const dbOf = ({ tenantId }: Pick<Actor, 'tenantId'>): Db => platform.database.tenant(tenantId)

  const planFor = (
    db: Db | Tx,
    actor: Actor,
    template: TemplateAtVersion,
    ids: readonly number[],
    { options, matched }: { options: ApplicationOptions; matched: number },
  ) =>
    planning.plan(db, actor, template, ids, {
      ...options,
      today: dayOf(clock.now()),
      holdsOut: matched > 1,
    })

  /** Puts the batch together that begins after some records; undefined after the last. Writes nothing. */
  async function prepareBatch(
    db: Db | Tx,
    actor: Actor,
    found: StoredApplication,
    rowsBefore: number,
  ): Promise<Batch | undefined> {
    const { tenantId } = actor
    const { applicationId, templateId, version, options } = found
    const ids = await readBatch(db, tenantId, applicationId, rowsBefore)
    if (!ids) return undefined
    const directory = await users.directory(tenantId)
    const template = await templates.findIn(db, tenantId, templateId, version)
    if (template?.status !== active) throw inactive()
    const plan = await planFor(db, actor, template, ids, found)
    const of = { applicationId, startDate: options.startDate, at: clock.now() }
    const prepared = await writing.prepare(db, actor, template, plan.records, of)
    return { rowsBefore, ids, directory, template, plan, prepared }
  }

  /** The next batch: the one that was put together ahead, unless someone's account was changed since. */
  async function currentBatch(tx: Tx, actor: Actor, found: StoredApplication, ahead: Ahead | undefined) {
    const ready = ahead?.ready
    const isCurrent =
      ready?.rowsBefore === found.processed && ready.directory === (await users.directory(actor.tenantId))
    return isCurrent ? ready : prepareBatch(tx, actor, found, found.processed)
  }

  /** Begins to put together the batch behind one, unless what is chosen there follows from what is written here. */
  function lookAhead(actor: Actor, found: StoredApplication, { template, ids }: Batch, ahead: Ahead): void {
    const { steps } = template.definition
    if (steps.some(({ assignee }) => byLoad.has(assignee.rule))) return
    ahead.coming = prepareBatch(dbOf(actor), actor, found, found.processed + ids.length).catch(
      () => undefined,
    )
  }

  /**
   * Writes the next batch of an application. Answers whether there is more to do. With `ahead`, the batch behind it is put
   * together while the database writes this one.
   */
  async function workBatch(tx: Tx, actor: Actor, applicationId: number, ahead?: Ahead): Promise<boolean> {
    const { tenantId } = actor
    const found = await lockApplication(tx, tenantId, applicationId)
    if (!found || found.state !== 1) return false
    const batch = await currentBatch(tx, actor, found, ahead)
    if (!batch) {
      await endApplication(tx, tenantId, applicationId, null)
      return false
    }
    const { templateId, changeSetId } = found
    const { template, plan, prepared, ids } = batch
    const { at } = prepared
    // Locks the template until the commit: no one archives it meanwhile, and misses the instances of this batch.
    if ((await templates.noteApplied(tx, tenantId, templateId, at)) !== active) throw inactive()
    if (ahead) lookAhead(actor, found, batch, ahead)
    const act = { action: 'applyPlaybook', changeSetId: changeSetId ?? undefined } as const
    const written = await writing.write(tx, actor, act, prepared)
    if (template.definition.effect) {
      const groups = {
        treated: written.instances.map(({ state }) => state.recordId),
        heldOut: plan.heldOut.map(({ id }) => id),
      }
      // One record that someone chose is no part of the comparison.
      if (found.matched > 1) {
        await noteAssignments(tx, tenantId, { templateId, applicationId, at }, groups)
      }
    }
    const progress = {
      processed: ids.length,
      applied: written.instances.length,
      refused: plan.refused.length,
      running: plan.running.length + written.running,
      tasks: written.tasks,
    }
    await noteProgress(tx, tenantId, applicationId, progress, written.changeSetId)
    return true
  }

  return { planFor, workBatch }
}

export type Batches = ReturnType<typeof createBatches>

interface Payload {
  tenantId: number
  applicationId: number
}

/** Works through applications to many records, batch by batch. Each batch is written with the progress. */
export function createApplyJobs(
  platform: Platform,
  users: Pick<UserService, 'directory'>,
  { workBatch }: Pick<Batches, 'workBatch'>,
) {
  async function actorOf(tenantId: number, { userId, via }: StoredApplication): Promise<Actor> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    if (!user || user.status === 'DEACTIVATED' || !roleMay(user.roleId, 'playbook.apply')) {
      throw new AppError(
        'forbidden',
        'playbook.user',
        'The user who started this no longer has permission to apply playbooks.',
      )
    }
    return { tenantId, userId, roleId: user.roleId, sessionId: 0, ...(via && { via }) }
  }

  const apply: Task = async (payload, { signal }) => {
    const { tenantId, applicationId } = payload as Payload
    const db = platform.database.tenant(tenantId)
    const found = await findApplication(db, tenantId, applicationId)
    if (!found || found.state !== 1) return
    try {
      const ahead: Ahead = {}
      const nextBatch = async () => {
        const actor = await actorOf(tenantId, found)
        // Before the transaction, which would hold a connection meanwhile.
        ahead.ready = await ahead.coming
        return transact(db, (tx) => workBatch(tx, actor, applicationId, ahead))
      }
      while (await nextBatch()) {
        await progressed()
        await yieldToCalls()
        if (signal.aborted) {
          // Another process continues with the next batch.
          const key = `playbook.apply:${tenantId}:${applicationId}`
          return addJob(db, {
            task: 'playbook.apply',
            payload: { tenantId, applicationId },
            key,
            after: 1000,
          })
        }
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const done = await findApplication(db, tenantId, applicationId)
      const failure = `${error.message} ${done?.applied ?? 0} records have got it.`
      await transact(db, (tx) => endApplication(tx, tenantId, applicationId, failure))
    }
  }

  return { 'playbook.apply': apply }
}
