import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type { ChurnDetails } from '@steward/contracts/churn'
import type { assignSchema, Changed, changeManySchema, moveSchema } from '@steward/contracts/record'
import type { Actor } from '../../platform/actor.ts'
import { invalid, type AppError } from '../../platform/errors.ts'
import { readAct, type ReadAct, type StateAct } from '../churn-reason/index.ts'
import type { RecordService, WrittenRecord } from './record.service.ts'
import type { Values } from './record.state.ts'
import { loadCurrent } from './record.store.ts'

type Assign = z.output<typeof assignSchema>
type ChangeMany = z.output<typeof changeManySchema>
type Move = z.output<typeof moveSchema>

function ownersAfter(mode: Assign['mode'], present: readonly number[], given: readonly number[]): number[] {
  if (mode === 'replace') return [...new Set(given)]
  if (mode === 'add') return [...new Set([...present, ...given])]
  return present.filter((id) => !given.includes(id))
}

function faultOfMove(level: LevelId, { organizationId, accountId }: Move['formData']): AppError | undefined {
  if (organizationId === undefined && accountId === undefined) {
    return invalid('move.nowhere', { formData: 'Choose the organization or the account to move to.' })
  }
  if (level === 1) {
    return invalid('move.top', { formData: 'An organization is at the top and cannot be moved.' })
  }
  if (level === 2 && accountId !== undefined) {
    return invalid('move.level', {
      'formData.accountId': 'An account moves to an organization, not to an account.',
    })
  }
  return undefined
}

/** The acts that are more than a form: archive, churn, assign, move, and changes of many. */
export function createRecordActs(records: RecordService) {
  async function readState(
    actor: Actor,
    level: LevelId,
    act: StateAct,
    details: ChurnDetails,
  ): Promise<ReadAct> {
    return readAct(act, details, await records.churnSource(actor, level))
  }

  return {
    /** Archives or churns one record, or takes that back. Error: invalid_input `churn.invalid`. */
    async setState(
      actor: Actor,
      level: LevelId,
      recordId: number,
      act: StateAct,
      details: ChurnDetails = {},
    ): Promise<WrittenRecord> {
      const { values, whereUnset, faults } = await readState(actor, level, act, details)
      if (Object.keys(faults).length > 0) {
        await records.read(actor, level, recordId)
        throw invalid('churn.invalid', faults)
      }
      return records.setOne(actor, level, act, recordId, values, whereUnset)
    },

    async assign(actor: Actor, level: LevelId, input: Assign): Promise<Changed> {
      const written = await records.write(
        actor,
        level,
        { action: 'assign', at: records.now() },
        async (_context, tx) => {
          const present = await loadCurrent(tx, actor, input.ids, true)
          return [...new Set(input.ids)].map((recordId) => {
            const before = present.get(recordId)?.state['owners']
            const owners = ownersAfter(input.mode, Array.isArray(before) ? before : [], input.owners)
            const problems =
              owners.length > 0
                ? []
                : [{ field: 'system:owners', message: 'A record needs at least one owner.' }]
            return { kind: 'update', recordId, values: { owners }, problems }
          })
        },
        'act',
      )
      return records.changedOf(written)
    },

    async move(actor: Actor, level: LevelId, recordId: number, { formData }: Move): Promise<WrittenRecord> {
      const fault = faultOfMove(level, formData)
      if (fault) {
        await records.read(actor, level, recordId)
        throw fault
      }
      const values: Values = {}
      if (formData.organizationId !== undefined) values['organizationId'] = formData.organizationId
      if (formData.accountId !== undefined) values['accountId'] = formData.accountId
      // What moves to an organization itself leaves its account.
      if (level > 2 && formData.organizationId && !('accountId' in values)) values['accountId'] = null
      return records.setOne(actor, level, 'move', recordId, values)
    },

    async changeMany(actor: Actor, level: LevelId, input: ChangeMany): Promise<Changed> {
      if (input.action === 'edit') {
        if (!input.data) throw invalid('change.no_data', { data: 'Say which fields to set.' })
        return records.editMany(actor, level, input.ids, input.data)
      }
      if ((input.action === 'churn' || input.action === 'unchurn') && level > 2) {
        throw invalid('change.no_churn', { action: 'Only organizations and accounts churn.' })
      }
      const { values, whereUnset, faults } = await readState(actor, level, input.action, input)
      if (Object.keys(faults).length > 0) throw invalid('churn.invalid', faults)
      return records.setMany(actor, level, input.action, input.ids, values, whereUnset)
    },
  }
}

export type RecordActs = ReturnType<typeof createRecordActs>
