import type { CalculationState } from '@steward/contracts/calculation'
import type { LevelId } from '@steward/contracts/level'
import { may, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField } from '../field/index.ts'
import { countProblems, findState, listProblems, type StateRow } from './calculation.store.ts'
import type { CalculatedField, Definitions } from './calculated-field.ts'
import type { DefinitionService } from './definition.service.ts'
import { readersOf, type Place } from './graph.rules.ts'

const mostExamples = 5

type Link = CalculationState['dependsOn'][number]

function linkOf(level: LevelId, field: Pick<CatalogueField, 'name' | 'displayName' | 'fieldId'>): Link {
  return { level, name: field.name, displayName: field.displayName, customColumnId: field.fieldId }
}

function linksOf({ catalogueOf }: Definitions, places: readonly Place[]): Link[] {
  return places.flatMap(({ level, key }) => {
    const field = catalogueOf(level).byKey(key)
    return field ? [linkOf(level, field)] : []
  })
}

function stateOf(field: CalculatedField, row: StateRow | undefined): CalculationState['state'] {
  if (row && row.state !== 'ready') return row.state
  return field.problem === null ? 'ready' : 'broken'
}

function findPlace(fieldId: number, { catalogueOf }: Definitions): Place {
  const key = String(fieldId)
  const level = ([1, 2, 3, 4] as const).find((one) => catalogueOf(one).byKey(key))
  if (level !== undefined) return { level, key }
  throw notFound('field.unknown', `Field ${fieldId} does not exist. It may have been deleted.`)
}

const plain = {
  kind: 'plain',
  state: 'ready',
  progress: null,
  problem: null,
  recordsWithProblems: 0,
  examples: [],
  dependsOn: [],
} as const

/** How far calculated fields are, and how fields hang together. */
export function createCalculationStates(platform: Platform, definitions: DefinitionService) {
  async function standing(
    actor: Actor,
    field: CalculatedField,
  ): Promise<Omit<CalculationState, 'dependsOn' | 'usedBy'>> {
    const { tenantId } = actor
    const { fieldId, kind, problem } = field
    const db = platform.database.tenant(tenantId)
    const row = await findState(db, tenantId, fieldId)
    return {
      kind,
      state: stateOf(field, row),
      progress: row && row.state !== 'ready' ? { done: row.done, total: row.total } : null,
      problem,
      recordsWithProblems: await countProblems(db, tenantId, fieldId),
      // Who defines fields sees every record.
      examples: may(actor, 'field.administer') ? await listProblems(db, tenantId, fieldId, mostExamples) : [],
    }
  }

  return {
    /** How far a field is, what it depends on and what depends on it. Error: not_found `field.unknown`. */
    async calculationState(actor: Actor, fieldId: number): Promise<CalculationState> {
      const { tenantId } = actor
      const all = await transact(platform.database.tenant(tenantId), (tx) => definitions.load(tx, tenantId))
      const usedBy = readersOf(all.fields, findPlace(fieldId, all)).map((one) => linkOf(one.level, one))
      const field = all.fields.find((one) => one.fieldId === fieldId)
      if (!field) return { ...plain, examples: [], dependsOn: [], usedBy }
      return { ...(await standing(actor, field)), dependsOn: linksOf(all, field.reads), usedBy }
    },
  }
}

export type CalculationStates = ReturnType<typeof createCalculationStates>
