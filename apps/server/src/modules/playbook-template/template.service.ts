import { playbookStatusId, type PlaybookStatus } from '@steward/contracts/plain/playbook'
import type {
  PlaybookChange,
  playbookListQuery,
  PlaybookTemplate,
  SavePlaybook,
} from '@steward/contracts/playbook/template'
import type { z } from 'zod'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileService } from '../file/index.ts'
import { createTemplateCheck, type CheckNeighbours } from './template.check.ts'
import { presentChange, presentTemplate } from './template.present.ts'
import { differenceOf, type ChangeDetails, type Definition } from './template.rules.ts'
import {
  findStepTemplate,
  findTemplate,
  insertChange,
  insertTemplate,
  insertVersion,
  listChanges,
  listTemplates,
  lockTemplate,
  noteApplied,
  putSteps,
  updateTemplate,
  type TemplateAtVersion,
} from './template.store.ts'

/** How many instances of templates are running that the actor may see, by template. */
export type CountRunning = (
  actor: Actor,
  templateIds: readonly number[],
) => Promise<ReadonlyMap<number, number>>

const nothing: ChangeDetails = { keys: [], steps: [] }

function refusal(error: unknown): unknown {
  if (violatedConstraint(error) !== 'playbook_template_name') return error
  const message = 'There is already a playbook with this name. Choose another one.'
  return new AppError('conflict', 'playbook.name_taken', message, { name: message })
}

function definitionOf(input: SavePlaybook): Definition {
  const { baseVersion: _, ...definition } = input
  return definition
}

const noneRunning: CountRunning = async () => new Map()

const gone = () => notFound('playbook.unknown', 'This playbook no longer exists.')

const verbs = { active: 'activated', inactive: 'deactivated', archived: 'archived' } as const

export interface TemplateNeighbours extends CheckNeighbours {
  files: Pick<FileService, 'keepImages'>
}

/** Templates of playbooks, in versions that never change. */
export function createTemplateService(platform: Platform, neighbours: TemplateNeighbours) {
  const { users, files } = neighbours
  const { clock } = platform
  const check = createTemplateCheck(neighbours)
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)
  let countRunning = noneRunning

  async function present(actor: Actor, stored: readonly TemplateAtVersion[]): Promise<PlaybookTemplate[]> {
    const ids = stored.map(({ templateId }) => templateId)
    const [directory, running] = await Promise.all([
      users.directory(actor.tenantId),
      countRunning(actor, ids),
    ])
    return stored.map((one) => presentTemplate(actor, one, directory, running.get(one.templateId) ?? 0))
  }

  async function find(actor: Actor, templateId: number, version?: number): Promise<TemplateAtVersion> {
    const found = await findTemplate(dbOf(actor), actor.tenantId, templateId, version)
    if (!found) throw gone()
    return found
  }

  async function read(actor: Actor, templateId: number): Promise<PlaybookTemplate> {
    const [presented] = await present(actor, [await find(actor, templateId)])
    return presented as PlaybookTemplate
  }

  /** Pictures of descriptions stay as long as there are versions that show them. */
  const keepImages = (tx: Tx, tenantId: number, { steps }: Definition): Promise<void> =>
    files.keepImages(
      tx,
      tenantId,
      steps.map(({ description }) => description),
    )

  async function writeNext(tx: Tx, actor: Actor, templateId: number, input: SavePlaybook): Promise<void> {
    const { tenantId } = actor
    const locked = await lockTemplate(tx, tenantId, templateId)
    const before = locked && (await findTemplate(tx, tenantId, templateId))
    if (!locked || !before) throw gone()
    if (input.baseVersion !== undefined && input.baseVersion !== locked.version) {
      throw new AppError(
        'conflict',
        'playbook.changed',
        'Someone saved another version since you opened this playbook. Reload it and make your changes again.',
      )
    }
    const after = definitionOf(input)
    if (after.level !== before.level) {
      throw invalid('playbook.level', {
        level: 'The level of a playbook cannot change. Create another playbook.',
      })
    }
    const stepIds = await putSteps(
      tx,
      tenantId,
      templateId,
      after.steps.map(({ key }) => key),
    )
    const details = differenceOf(before.definition, after, (key) => stepIds.get(key) as number)
    if (details.keys.length === 0 && details.steps.length === 0) return
    const version = locked.version + 1
    const at = clock.now()
    await insertVersion(tx, tenantId, templateId, version, after)
    await keepImages(tx, tenantId, after)
    await updateTemplate(tx, tenantId, templateId, { name: after.name, version, status: locked.status }, at)
    await insertChange(tx, tenantId, templateId, {
      at,
      userId: userOf(actor),
      action: 'saved',
      version,
      details,
    })
  }

  return {
    read,
    /** A template at a version, the latest one unless told, as it is stored. Throws `not_found`. */
    find,
    findIn: findTemplate,
    noteApplied,

    /** Modules above say how many instances run. */
    registerRunning(count: CountRunning): void {
      countRunning = count
    },

    async list(actor: Actor, { page, pageSize, level, status, name }: z.output<typeof playbookListQuery>) {
      const filter = { level, name, status: status && playbookStatusId(status) }
      const window = { limit: pageSize, offset: (page - 1) * pageSize }
      const { rows, total } = await listTemplates(dbOf(actor), actor.tenantId, filter, window)
      const data = await present(actor, rows)
      return { data, itemCount: data.length, page, pageSize, totalItemCount: total }
    },

    /** The active ones of a level by a part of their name: for anyone who applies one. */
    async search(actor: Actor, { entity, name }: { entity?: number | undefined; name?: string | undefined }) {
      const filter = { level: entity, name, status: playbookStatusId('active') }
      const { rows } = await listTemplates(dbOf(actor), actor.tenantId, filter, { limit: 100, offset: 0 })
      return present(actor, rows)
    },

    /** A new template is inactive. Errors: invalid_input `playbook.invalid`; conflict `playbook.name_taken`. */
    async create(actor: Actor, input: SavePlaybook): Promise<PlaybookTemplate> {
      await check(actor.tenantId, input)
      const definition = definitionOf(input)
      const { tenantId } = actor
      const at = clock.now()
      const templateId = await transact(dbOf(actor), async (tx) => {
        const id = await insertTemplate(tx, tenantId, definition, userOf(actor), at)
        await insertVersion(tx, tenantId, id, 1, definition)
        await keepImages(tx, tenantId, definition)
        await putSteps(
          tx,
          tenantId,
          id,
          definition.steps.map(({ key }) => key),
        )
        const change = { at, userId: userOf(actor), action: 'created', version: 1, details: nothing } as const
        await insertChange(tx, tenantId, id, change)
        return id
      }).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, templateId)
    },

    /** Saves another version. Running instances keep theirs. A version that says the same is not saved. */
    async save(actor: Actor, templateId: number, input: SavePlaybook): Promise<PlaybookTemplate> {
      await find(actor, templateId)
      await check(actor.tenantId, input)
      await transact(dbOf(actor), (tx) => writeNext(tx, actor, templateId, input)).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, templateId)
    },

    /** Activates, deactivates or archives a template; `alongside` does what belongs to it in the transaction. */
    async setStatus(
      actor: Actor,
      templateId: number,
      status: PlaybookStatus,
      alongside: (tx: Tx) => Promise<void> = async () => undefined,
    ): Promise<PlaybookTemplate> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const locked = await lockTemplate(tx, tenantId, templateId)
        if (!locked) throw gone()
        const next = playbookStatusId(status)
        if (locked.status !== next) {
          const at = clock.now()
          await updateTemplate(tx, tenantId, templateId, { ...locked, status: next }, at)
          const change = { at, userId: userOf(actor), action: verbs[status], details: nothing } as const
          await insertChange(tx, tenantId, templateId, { ...change, version: locked.version })
        }
        await alongside(tx)
      }).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, templateId)
    },

    /** Newest first. */
    async changes(actor: Actor, templateId: number): Promise<PlaybookChange[]> {
      await find(actor, templateId)
      const [stored, directory] = await Promise.all([
        listChanges(dbOf(actor), actor.tenantId, templateId),
        users.directory(actor.tenantId),
      ])
      return stored.map((one) => presentChange(one, directory))
    },

    /** Those changes of a template that concern one of its steps, newest first. */
    async stepChanges(actor: Actor, stepId: number): Promise<PlaybookChange[]> {
      const templateId = await findStepTemplate(dbOf(actor), actor.tenantId, stepId)
      if (templateId === undefined) throw notFound('playbook.step_unknown', 'This step no longer exists.')
      const all = await this.changes(actor, templateId)
      return all.flatMap((change) => {
        const steps = change.steps.filter((step) => step.stepId === stepId)
        return steps.length > 0 || change.action === 'created' ? [{ ...change, keys: [], steps }] : []
      })
    },
  }
}

export type TemplateService = ReturnType<typeof createTemplateService>
