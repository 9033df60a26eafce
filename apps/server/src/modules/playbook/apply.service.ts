import type {
  ApplyPlaybook,
  PlaybookApplication,
  PlaybookPreview,
} from '@steward/contracts/playbook/instance'
import { playbookLimits as limits } from '@steward/contracts/plain/playbook'
import { may, userOf, type Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordLists, SelectionSql } from '../record-list/index.ts'
import type { Act } from '../record/index.ts'
import type { TemplateAtVersion, TemplateService } from '../playbook-template/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  countChosen,
  findApplication,
  firstChosen,
  firstInstances,
  insertApplication,
  presentApplication,
  type ApplicationOptions,
  type StoredApplication,
} from './application.store.ts'
import { active, inactive, type Batches } from './apply.jobs.ts'
import type { ApplyWriting } from './apply.writing.ts'
import type { Planning } from './plan.ts'
import { presentPreview } from './preview.ts'

/** Records that a preview plans. */
const previewed = 1000

export interface ApplyNeighbours {
  templates: TemplateService
  lists: Pick<RecordLists, 'select'>
  users: Pick<UserService, 'directory'>
  planning: Planning
  writing: ApplyWriting
  batches: Batches
}

async function present(db: Db, tenantId: number, applicationId: number): Promise<PlaybookApplication> {
  const found = (await findApplication(db, tenantId, applicationId)) as StoredApplication
  return presentApplication(found, await firstInstances(db, tenantId, applicationId))
}

export function createApplying(platform: Platform, neighbours: ApplyNeighbours) {
  const { templates, lists, users, planning, writing, batches } = neighbours
  const { planFor, workBatch } = batches
  const { clock } = platform
  const dbOf = ({ tenantId }: Pick<Actor, 'tenantId'>): Db => platform.database.tenant(tenantId)

  async function prepare(actor: Actor, templateId: number, input: ApplyPlaybook) {
    const template = await templates.find(actor, templateId)
    if (template.status !== active) throw inactive()
    const selection = input.selection ?? { ids: input.entities ?? [] }
    const { byId } = await users.directory(actor.tenantId)
    if (input.ownerId !== undefined && !byId.get(input.ownerId)?.assignable) {
      throw invalid('playbook.owner', { ownerId: "This user can't be given playbooks. Choose someone else." })
    }
    const options: ApplicationOptions = {
      startDate: input.startDate ?? dayOf(clock.now()),
      endDate: input.endDate ?? null,
      ownerId: input.ownerId ?? null,
    }
    return { template, options, selection: await lists.select(actor, template.level, selection) }
  }

  function start(
    tx: Tx,
    actor: Actor,
    template: TemplateAtVersion,
    given: ApplicationOptions,
    sql: SelectionSql,
  ) {
    const { templateId, version } = template
    const via = actor.via ?? null
    const application = {
      templateId,
      version,
      userId: actor.userId,
      via,
      options: given,
      createdAt: clock.now(),
    }
    return insertApplication(tx, actor.tenantId, application, sql, limits.atOnce)
  }

  return {
    /**
     * Applies a playbook to a few records in the caller's transaction, as an automation does: none is held out. Errors:
     * conflict `playbook.not_active`.
     */
    async applyIn(
      tx: Tx,
      actor: Actor,
      templateId: number,
      ids: readonly number[],
      act: Omit<Act, 'action'>,
    ): Promise<{ changeSetId: number | null; left: Map<number, string> }> {
      const template = await templates.findIn(tx, actor.tenantId, templateId)
      if (template?.status !== active) throw inactive()
      const today = dayOf(act.at)
      const options = { startDate: today, endDate: null, ownerId: null, today, holdsOut: false }
      const plan = await planning.plan(tx, actor, template, ids, options)
      const of = { applicationId: null, startDate: today, at: act.at }
      const prepared = await writing.prepare(tx, actor, template, plan.records, of)
      const written = await writing.write(tx, actor, { ...act, action: 'applyPlaybook' }, prepared)
      await templates.noteApplied(tx, actor.tenantId, templateId, act.at)
      const applied = new Set(written.instances.map(({ state }) => state.recordId))
      const running = plan.records.filter(({ row }) => !applied.has(row.id)).map(({ row }) => row.id)
      const left = new Map([...plan.refused, ...plan.running].map(({ id, reason }) => [id, reason]))
      for (const id of running) left.set(id, 'It already runs this playbook.')
      return { changeSetId: written.changeSetId, left }
    },

    /** Previews an application. Writes nothing. */
    async preview(actor: Actor, templateId: number, input: ApplyPlaybook): Promise<PlaybookPreview> {
      const { template, options, selection } = await prepare(actor, templateId, input)
      const db = dbOf(actor)
      const [matched, ids] = await Promise.all([
        countChosen(db, selection),
        firstChosen(db, selection, previewed),
      ])
      const plan = await planFor(db, actor, template, ids, { options, matched })
      return presentPreview(db, actor, users, {
        plan,
        matched,
        level: template.level,
        tellsHeldOut: may(actor, 'playbook.edit'),
      })
    },

    /**
     * Applies a playbook: at once to up to 200 records, else by a job. Errors: conflict `playbook.not_active`;
     * invalid_input `selection.empty`.
     */
    async apply(actor: Actor, templateId: number, input: ApplyPlaybook): Promise<PlaybookApplication> {
      const { template, options, selection } = await prepare(actor, templateId, input)
      if (userOf(actor) === null) throw new Error('Automations apply playbooks as the user who set them up')
      const { tenantId } = actor
      const db = dbOf(actor)
      const applicationId = await transact(db, async (tx) => {
        const started = await start(tx, actor, template, options, selection)
        if (started.matched === 0) {
          throw invalid('selection.empty', {
            entities: 'No records match. Choose records or another filter.',
          })
        }
        if (started.matched <= limits.atOnce) {
          while (await workBatch(tx, actor, started.applicationId));
        } else {
          await addJob(tx, {
            task: 'playbook.apply',
            payload: { tenantId, applicationId: started.applicationId },
            key: `playbook.apply:${tenantId}:${started.applicationId}`,
          })
        }
        return started.applicationId
      })
      return present(db, tenantId, applicationId)
    },

    /** An application of the actor's own; others are seen by those who see all records. */
    async application(actor: Actor, applicationId: number): Promise<PlaybookApplication> {
      const db = dbOf(actor)
      const found = await findApplication(db, actor.tenantId, applicationId)
      if (!found || (found.userId !== actor.userId && !may(actor, 'playbook.edit'))) {
        throw notFound('playbook.application_unknown', 'This application no longer exists.')
      }
      return present(db, actor.tenantId, applicationId)
    },
  }
}

export type Applying = ReturnType<typeof createApplying>
