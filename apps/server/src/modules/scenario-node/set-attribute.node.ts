import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import { setAttributeSettings, type SetAttributeSettings } from '@steward/contracts/scenario/settings'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { BulkUpdates } from '../bulk-update/index.ts'
import type { FieldService } from '../field/index.ts'
import type { ActionType, Faults, Outcome } from '../scenario-management/index.ts'

const modes = { set: 'set', clear: 'set', add: 'add', remove: 'remove' } as const

/** The same as a bulk update. */
function changeOf({ field, operation, value }: SetAttributeSettings): BulkUpdateChange {
  return { data: { [field]: operation === 'clear' ? null : value }, mode: modes[operation] }
}

/** Paths of a bulk update, as paths of the settings. */
function faultsOf(error: unknown, { field }: SetAttributeSettings): Faults {
  if (!(error instanceof AppError) || !error.fields) throw error
  const entries = Object.entries(error.fields).map(([path, message]): [string, string] => [
    path === `change.data.${field}` ? 'value' : 'field',
    message,
  ])
  return Object.fromEntries(entries)
}

/** Writes one value to all records of a batch: one change set, which can be undone. */
export function setAttributeNode(
  { bulkUpdates, fields }: { bulkUpdates: BulkUpdates; fields: Pick<FieldService, 'catalogue'> },
  actorOf: (tenantId: number) => Actor,
): ActionType<SetAttributeSettings> {
  return {
    type: 'setAttribute',
    category: 'action',
    label: 'Set Attribute',
    settings: setAttributeSettings,
    async check(db, { tenantId, level }, settings): Promise<Faults> {
      if (!(await fields.catalogue(tenantId, level)).find(settings.field)) {
        return { field: 'This field does not exist. Choose another one.' }
      }
      if (settings.operation !== 'clear' && settings.value === undefined) return { value: 'Enter a value.' }
      try {
        await bulkUpdates.check(db, actorOf(tenantId), level, changeOf(settings))
        return {}
      } catch (error) {
        return faultsOf(error, settings)
      }
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
