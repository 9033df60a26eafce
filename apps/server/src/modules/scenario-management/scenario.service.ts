import { scenarioStatusId, type ScenarioStatus } from '@steward/contracts/plain/scenario'
import type { CheckScenario, ScenarioProblem } from '@steward/contracts/scenario/check'
import type {
  SaveScenario,
  Scenario,
  scenarioListQuery,
  ScenarioSummary,
} from '@steward/contracts/scenario/scenario'
import { levels, type LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { NodeTypes } from './node-type.ts'
import type { ScenarioCheck } from './scenario.check.ts'
import { presentScenario, presentSummary, type NodeCounts } from './scenario.present.ts'
import {
  deleteScenario,
  findScenario,
  insertScenario,
  insertVersion,
  listScenarios,
  lockScenario,
  updateVersion,
  type Definition,
  type ScenarioAtVersion,
  type StoredScenario,
} from './scenario.store.ts'

export interface ScenarioNeighbours {
  users: Pick<UserService, 'directory'>
  audit: Pick<AuditService, 'write'>
  check: ScenarioCheck
  types: NodeTypes
  countNodes: (tenantId: number, nodeIds: readonly number[]) => Promise<NodeCounts>
  /** When a record went through each of some nodes last, as far as that is known. */
  lastAt: (tenantId: number, nodeIds: readonly number[]) => Promise<ReadonlyMap<number, Date>>
}

export function refusal(error: unknown): unknown {
  if (violatedConstraint(error) !== 'scenario_name') return error
  const message = 'There is already a scenario with this name. Choose another one.'
  return new AppError('conflict', 'scenario.name_taken', message, { 'formData.name': message })
}

export const unknownScenario = () => notFound('scenario.unknown', 'This scenario no longer exists.')

const same = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** A value as text; the order of keys, which the database changes, does not count. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

const is = ({ status }: StoredScenario, ...among: ScenarioStatus[]): boolean =>
  among.some((one) => scenarioStatusId(one) === status)

function refuseEditing(locked: StoredScenario, { baseVersion, formData }: SaveScenario): void {
  if (is(locked, 'active', 'paused')) {
    const message = 'This scenario is active. Deactivate it to edit it.'
    throw new AppError('conflict', 'scenario.active', message)
  }
  if (is(locked, 'archived')) {
    const message = 'This scenario is archived. Duplicate it to work with it again.'
    throw new AppError('conflict', 'scenario.archived', message)
  }
  if (baseVersion !== undefined && baseVersion !== locked.version) {
    const message =
      'Someone saved another version since you opened this scenario. Reload it and make your changes again.'
    throw new AppError('conflict', 'scenario.changed', message)
  }
  if (formData.level !== locked.level) {
    throw invalid('scenario.level', {
      'formData.level': 'The level of a scenario cannot change. Create another scenario.',
    })
  }
}

/** Scenarios in versions that never change. */
export function createScenarioService(platform: Platform, neighbours: ScenarioNeighbours) {
  const { users, audit, check, types, countNodes, lastAt } = neighbours
  const { clock } = platform
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function find(actor: Actor, scenarioId: number): Promise<ScenarioAtVersion> {
    const found = await findScenario(dbOf(actor), actor.tenantId, scenarioId)
    if (!found) throw unknownScenario()
    return found
  }

  async function read(actor: Actor, scenarioId: number): Promise<Scenario> {
    const { tenantId } = actor
    const stored = await find(actor, scenarioId)
    const [directory, counts, problems] = await Promise.all([
      users.directory(tenantId),
      countNodes(tenantId, Object.values(stored.nodeIds)),
      check.problemsOf(dbOf(actor), tenantId, stored.definition),
    ])
    return presentScenario(stored, directory, { types, counts, problems })
  }

  const triggerIds = ({ definition, nodeIds }: ScenarioAtVersion): number[] =>
    definition.nodes.flatMap(({ key, type }) =>
      types.find(type)?.category === 'trigger' ? [nodeIds[key] as number] : [],
    )

  async function presentAll(
    tenantId: number,
    rows: readonly ScenarioAtVersion[],
  ): Promise<ScenarioSummary[]> {
    const ids = rows.flatMap(({ nodeIds }) => Object.values(nodeIds))
    const [directory, counts, last] = await Promise.all([
      users.directory(tenantId),
      countNodes(tenantId, ids),
      lastAt(tenantId, rows.flatMap(triggerIds)),
    ])
    return rows.map((stored) => presentSummary(stored, directory, { types, counts, lastAt: last }))
  }

  const note = (tx: Tx, actor: Actor, scenarioId: number, name: string, verb: string): Promise<void> =>
    audit.write(tx, actor.tenantId, {
      action: `scenario.${verb}`,
      summary: `The scenario “${name}” was ${verb}`,
      actor,
      subject: { kind: 'scenario', id: scenarioId, name },
    })

  async function insert(tx: Tx, actor: Actor, definition: Definition): Promise<number> {
    const { tenantId } = actor
    const id = await insertScenario(tx, tenantId, definition, userOf(actor), clock.now())
    await insertVersion(tx, tenantId, id, 1, definition)
    await note(tx, actor, id, definition.formData.name, 'created')
    return id
  }

  async function create(actor: Actor, input: SaveScenario): Promise<Scenario> {
    const definition = await check.read(dbOf(actor), actor.tenantId, input)
    const scenarioId = await transact(dbOf(actor), (tx) => insert(tx, actor, definition)).catch(
      (error: unknown) => {
        throw refusal(error)
      },
    )
    return read(actor, scenarioId)
  }

  return {
    read,

    /** What is wrong with a scenario that may be unfinished, by path. */
    async problemsOf(actor: Actor, { formData, nodes }: CheckScenario): Promise<ScenarioProblem[]> {
      const definition = { formData: { ...formData, name: '', description: '', actionsPerDay: null }, nodes }
      return check.problemsOf(dbOf(actor), actor.tenantId, definition)
    },

    nodeTypes: () =>
      types.list().map(({ type, category, label, levels: of }) => ({
        type,
        category,
        label,
        levels: levels.filter(({ id }) => of?.includes(id) ?? true).map(({ name }) => name),
      })),

    async list(actor: Actor, { page, pageSize, level, status, name }: z.output<typeof scenarioListQuery>) {
      const filter = { level, name, status: status && scenarioStatusId(status) }
      const window = { limit: pageSize, offset: (page - 1) * pageSize }
      const { rows, total } = await listScenarios(dbOf(actor), actor.tenantId, filter, window)
      const data = await presentAll(actor.tenantId, rows)
      return { data, itemCount: data.length, page, pageSize, totalItemCount: total }
    },

    async search(
      { tenantId }: Actor,
      { level, name }: { level?: LevelId | undefined; name?: string | undefined },
    ): Promise<ScenarioSummary[]> {
      const window = { limit: 100, offset: 0 }
      const { rows } = await listScenarios(
        platform.database.tenant(tenantId),
        tenantId,
        { level, name },
        window,
      )
      return presentAll(tenantId, rows)
    },

    /** A new scenario is a draft. Errors: invalid_input `scenario.invalid`; conflict `scenario.name_taken`. */
    create,

    /**
     * Saves another version; records in the scenario stay on theirs. A version that says the same is not saved. Errors:
     * invalid_input `scenario.invalid`; conflict `scenario.active`, `scenario.changed`.
     */
    async save(actor: Actor, scenarioId: number, input: SaveScenario): Promise<Scenario> {
      const { tenantId } = actor
      await find(actor, scenarioId)
      const after = await check.read(dbOf(actor), tenantId, input)
      await transact(dbOf(actor), async (tx) => {
        const locked = await lockScenario(tx, tenantId, scenarioId)
        const before = locked && (await findScenario(tx, tenantId, scenarioId))
        if (!locked || !before) throw unknownScenario()
        refuseEditing(locked, input)
        if (same(before.definition, after)) return
        const version = locked.version + 1
        await insertVersion(tx, tenantId, scenarioId, version, after)
        await updateVersion(tx, tenantId, scenarioId, { name: after.formData.name, version }, clock.now())
        await note(tx, actor, scenarioId, after.formData.name, 'updated')
      }).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, scenarioId)
    },

    /** Makes a draft with the same definition, whatever the status of the scenario is. */
    async duplicate(actor: Actor, scenarioId: number): Promise<Scenario> {
      const { definition } = await find(actor, scenarioId)
      const { formData, nodes } = definition
      for (let nth = 1; nth <= 50; nth += 1) {
        const suffix = nth === 1 ? ' (copy)' : ` (copy ${nth})`
        const name = `${formData.name.slice(0, 120 - suffix.length)}${suffix}`
        try {
          return await create(actor, { formData: { ...formData, name }, nodes })
        } catch (error) {
          if (!(error instanceof AppError) || error.reason !== 'scenario.name_taken') throw error
        }
      }
      throw new AppError('conflict', 'scenario.name_taken', 'There are too many copies of this scenario.')
    },

    /** Deletes a scenario for good, with what is known of its runs. What it changed stays in the history. */
    async remove(actor: Actor, scenarioId: number): Promise<void> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const locked = await lockScenario(tx, tenantId, scenarioId)
        if (!locked) throw unknownScenario()
        if (is(locked, 'active', 'paused')) {
          const message = 'This scenario is active. Deactivate it before you delete it.'
          throw new AppError('conflict', 'scenario.active', message)
        }
        await deleteScenario(tx, tenantId, scenarioId)
        await note(tx, actor, scenarioId, locked.name, 'deleted')
      })
    },
  }
}

export type ScenarioService = ReturnType<typeof createScenarioService>
