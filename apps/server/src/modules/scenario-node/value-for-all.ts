import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import type { SetAttributeSettings } from '@steward/contracts/scenario/settings'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { BulkUpdates, UpdateKey } from '../bulk-update/index.ts'
import type { FieldService } from '../field/index.ts'
import type { ActionType, Faults, Outcome, Rehearsed } from '../scenario-management/index.ts'

/** One way of setting an attribute: how it is checked, done and rehearsed. */
export type AttributeWay<Settings> = Required<Pick<ActionType<Settings>, 'check' | 'rehearse' | 'act'>>

const modes = { set: 'set', clear: 'set', add: 'add', remove: 'remove' } as const

/** Settings by which all records get the same. */
export interface ForAll extends SetAttributeSettings {
  operation: keyof typeof modes
}

export const unknownField: Faults = { field: 'This field does not exist. Choose another one.' }

/** The same as a bulk update. */
function changeOf({ field, operation, value }: ForAll): BulkUpdateChange {
  return { data: { [field]: operation === 'clear' ? null : value }, mode: modes[operation] }
}

/** Paths of a bulk update, as paths of the settings. */
export function faultsOf(error: unknown, { field }: SetAttributeSettings): Faults {
  if (!(error instanceof AppError) || !error.fields) throw error
  const entries = Object.entries(error.fields).map(([path, message]): [string, string] => [
    path === `change.data.${field}` ? 'value' : 'field',
    message,
  ])
  return Object.fromEntries(entries)
}

/** The next value of a key, as the statement of a bulk update calculates it; null for none. */
function nextValue({ mode, value, whereUnset }: UpdateKey, present: unknown): unknown {
  if (whereUnset) return present ?? value
  if (mode === 'set') return value
  const held = Array.isArray(present) ? present : []
  const given = Array.isArray(value) ? value : []
  const rest = held.filter((one) => !given.includes(one as never))
  if (mode === 'remove') return rest.length > 0 ? rest : null
  return mode === 'first' ? [...given, ...rest] : [...held, ...given.filter((one) => !held.includes(one))]
}

function rehearseOne(
  keys: readonly UpdateKey[],
  present: Readonly<Record<string, unknown>>,
  effect: string,
): Rehearsed {
  const values = Object.fromEntries(keys.map((key) => [key.key, nextValue(key, present[key.key])]))
  const refused = keys.find(
    ({ key, emptyMessage }) =>
      emptyMessage !== null && values[key] === null && (present[key] ?? null) !== null,
  )
  if (refused?.emptyMessage) {
    const reason = refused.emptyMessage
    return { outcome: { kind: 'fail', cause: reason, reason }, effect: null }
  }
  return { outcome: { kind: 'next', branch: 'next' }, effect, values }
}

const verbs = { set: 'Set', clear: 'Clear', add: 'Add to', remove: 'Remove from' } as const

/** Writes one value to all records of a batch: one change set, which can be undone. */
export function createValueForAll(
  { bulkUpdates, fields }: { bulkUpdates: BulkUpdates; fields: Pick<FieldService, 'catalogue'> },
  actorOf: (tenantId: number) => Actor,
): AttributeWay<ForAll> {
  return {
    async check(db, { tenantId, level }, settings): Promise<Faults> {
      if (!(await fields.catalogue(tenantId, level)).find(settings.field)) return unknownField
      if (settings.operation !== 'clear' && settings.value === undefined) return { value: 'Enter a value.' }
      try {
        await bulkUpdates.check(db, actorOf(tenantId), level, changeOf(settings))
        return {}
      } catch (error) {
        return faultsOf(error, settings)
      }
    },
    async rehearse(facts, { tenantId, level, nodeKey, settings, visits }) {
      const [{ keys }, catalogue] = await facts.once(nodeKey, () =>
        Promise.all([
          bulkUpdates.check(facts.db, actorOf(tenantId), level, changeOf(settings)),
          fields.catalogue(tenantId, level),
        ]),
      )
      const label = catalogue.find(settings.field)?.displayName ?? settings.field
      const effect = `${verbs[settings.operation]} ${label}.`
      return new Map(
        visits.map(({ runId, recordId }) => [runId, rehearseOne(keys, facts.valuesOf(recordId), effect)]),
      )
    },
    async act(tx, { level, settings, visits, at }, { actor, causes }) {
      const ids = visits.map(({ recordId }) => recordId)
      const { changeSetId, refused } = await bulkUpdates.write(
        tx,
        actor,
        level,
        changeOf(settings),
        { at, causes },
        ids,
        0,
      )
      const problems = new Map(
        refused.map(({ recordId, problems: all }) => [recordId, all.map(({ message }) => message).join(' ')]),
      )
      const outcomes = visits.map(({ runId, recordId }): [number, Outcome] => {
        const reason = problems.get(recordId)
        return [
          runId,
          reason === undefined ? { kind: 'next', branch: 'next' } : { kind: 'fail', cause: reason, reason },
        ]
      })
      return { outcomes: new Map(outcomes), changeSetId }
    },
  }
}
