import type { SetAttributeSettings } from '@steward/contracts/scenario/settings'
import { plainTextOf } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { BulkUpdates } from '../bulk-update/index.ts'
import type { RecordFormulas } from '../calculation/index.ts'
import type { CatalogueField, FieldService } from '../field/index.ts'
import { givenValues, gone, holdForValues, writeValues } from '../record/index.ts'
import type {
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
  ScenarioPlace,
} from '../scenario-management/index.ts'
import type { UserService } from '../user-management/index.ts'
import { takesText } from './append.rules.ts'
import { namesOf, readNamed } from './named-record.read-model.ts'
import { faultsOf, unknownField, type AttributeWay } from './value-for-all.ts'
import { appendSource, formulaSource, type Found, type ValueSource } from './value-source.ts'

/** Settings by which each record gets what follows from what it holds. */
export interface ForEach extends SetAttributeSettings {
  operation: 'append' | 'formula'
}

export interface EachNeighbours {
  bulkUpdates: Pick<BulkUpdates, 'check'>
  fields: Pick<FieldService, 'catalogue'>
  users: Pick<UserService, 'directory'>
  formulas: RecordFormulas
}

type Named = ReadonlyMap<number, NamedRecord>

const next: Outcome = { kind: 'next', branch: 'next' }
const isGone: Found = { outcome: { kind: 'fail', cause: gone.message, reason: gone.message } }

function rehearsed({ field }: ValueSource, found: Found): Rehearsed {
  if ('outcome' in found) return { outcome: found.outcome, effect: null }
  return { outcome: next, effect: found.effect, values: { [field.key]: found.value } }
}

const idsOf = ({ visits }: Batch<unknown>) => visits.map(({ recordId }) => recordId)

/** Writes into each record of a batch what follows from what it holds: one change set, which can be undone. */
export function createValueForEach(
  { bulkUpdates, fields, users, formulas }: EachNeighbours,
  actorOf: (tenantId: number) => Actor,
): AttributeWay<ForEach> {
  const findField = async ({ tenantId, level }: ScenarioPlace, { field }: ForEach) =>
    (await fields.catalogue(tenantId, level)).find(field)

  async function faultsOfAppend(
    db: Db | Tx,
    { tenantId, level }: ScenarioPlace,
    settings: ForEach,
    field: CatalogueField,
  ): Promise<Faults> {
    const { value } = settings
    if (!takesText(field)) return { operation: `Text can't be appended to ${field.displayName}.` }
    if (typeof value !== 'string' || value.trim() === '') return { value: 'Enter a text.' }
    try {
      // A text that an empty field does not take is taken by none.
      await bulkUpdates.check(db, actorOf(tenantId), level, { data: { [field.name]: value }, mode: 'set' })
      return {}
    } catch (error) {
      return faultsOf(error, { ...settings, field: field.name })
    }
  }

  async function faultsOfFormula(
    db: Db | Tx,
    { tenantId, level }: ScenarioPlace,
    { formula = '' }: ForEach,
    field: CatalogueField,
  ): Promise<Faults> {
    if (field.calculated) return { field: `${field.displayName} is calculated, so it cannot be set.` }
    if (!field.editable) return { field: `${field.displayName} cannot be edited.` }
    const { problem } = await formulas.prepare(db, tenantId, level, field, formula)
    return problem === null ? {} : { formula: problem }
  }

  async function sourceOf(db: Db | Tx, place: ScenarioPlace, settings: ForEach): Promise<ValueSource> {
    const field = await findField(place, settings)
    if (!field) throw invalid('scenario.field_gone', unknownField)
    const { operation, value, formula = '' } = settings
    if (operation === 'append') return appendSource(field, plainTextOf(String(value)))
    return formulaSource(field, await formulas.prepare(db, place.tenantId, place.level, field, formula))
  }

  /** The value for each record of a batch, by its id: the same in a run and in a rehearsal. */
  async function findAll(
    { tenantId, at }: Batch<ForEach>,
    source: ValueSource,
    held: ReadonlyMap<number, readonly unknown[]>,
    readNames: () => Named | Promise<Named>,
  ): Promise<Map<number, Found>> {
    const today = dayOf(at)
    const [named, directory] = source.usesNames
      ? await Promise.all([readNames(), users.directory(tenantId)])
      : [new Map() as Named, null]
    return new Map(
      [...held].map(([recordId, values]): [number, Found] => {
        const record = named.get(recordId)
        return [recordId, source.find(values, today, record && directory ? namesOf(record, directory) : null)]
      }),
    )
  }

  return {
    async check(db, place, settings): Promise<Faults> {
      const field = await findField(place, settings)
      if (!field) return unknownField
      const faults = settings.operation === 'append' ? faultsOfAppend : faultsOfFormula
      return faults(db, place, settings, field)
    },

    async rehearse(facts, batch) {
      const source = await facts.once(batch.nodeKey, () => sourceOf(facts.db, batch, batch.settings))
      const ids = idsOf(batch)
      const held = new Map(ids.map((recordId) => [recordId, facts.heldIn(recordId, source.keys)]))
      const found = await findAll(batch, source, held, () => facts.named(ids))
      return new Map(
        batch.visits.map(({ runId, recordId }) => [runId, rehearsed(source, found.get(recordId) ?? isGone)]),
      )
    },

    async act(tx, batch, { actor, causes }) {
      const { tenantId, level, visits, at, settings } = batch
      const ids = idsOf(batch)
      const source = await sourceOf(tx, batch, settings)
      // The inputs of a value may not change before it is written.
      await holdForValues(tx, tenantId, ids)
      const rows = await formulas.readInputs(tx, tenantId, level, source.keys, { ids })
      const held = new Map(rows.map(({ recordId, values }) => [recordId, values]))
      const found = await findAll(batch, source, held, () => readNamed(tx, tenantId, ids))
      const { key } = source.field
      const given = [...found].flatMap(([recordId, one]) =>
        'value' in one ? [{ recordId, key, value: one.value }] : [],
      )
      const act = { actor, action: 'edit', at, causes } as const
      const write = { level, keys: [key], source: givenValues(given) }
      const changeSetId = given.length > 0 ? (await writeValues(tx, act, write)).changeSetId : null
      const outcomes = visits.map(({ runId, recordId }): [number, Outcome] => {
        const one = found.get(recordId) ?? isGone
        return [runId, 'outcome' in one ? one.outcome : next]
      })
      return { outcomes: new Map(outcomes), changeSetId }
    },
  }
}
