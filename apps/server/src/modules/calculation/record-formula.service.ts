import type { LevelId } from '@steward/contracts/level'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import { readInputs } from './calculation.read-model.ts'
import { toFormula, type DefinitionService } from './definition.service.ts'
import { workOut, type WorkedOut } from './formula.rules.ts'
import { findLoop, loopMessage } from './graph.rules.ts'

/** A formula whose value goes into a field that is not calculated: it is read once, and does not follow later. */
export interface RecordFormula {
  /** Why it has no value for any record; null where it may have. */
  problem: string | null
  /** The fields that it reads. */
  inputs: readonly CatalogueField[]
  /** The value for one record; `values` are those of the inputs. */
  workOut(values: readonly unknown[], today: string): WorkedOut
}

/** The id of a field that no calculated field has. */
const noField = 0

/** Formulas that others keep, by the rules of calculated fields. */
export function createRecordFormulas(definitions: DefinitionService) {
  return {
    /**
     * Reads a formula for a field. It may read the field itself, which holds the value from before, but not what is
     * calculated from it: that follows later.
     */
    async prepare(
      db: Db | Tx,
      tenantId: number,
      level: LevelId,
      target: CatalogueField,
      text: string,
    ): Promise<RecordFormula> {
      const { name, displayName, dataType, key } = target
      const around = await definitions.load(db, tenantId)
      const calculation = { kind: 'horizontal', formula: text } as const
      const fieldId = target.fieldId ?? noField
      const row = { fieldId, level, name, displayName, dataType, calculation }
      const formula = toFormula(row, text, around.catalogueOf)
      const others = formula.reads.filter((place) => place.key !== key)
      const loop = findLoop(around.fields, { ...formula, reads: others })
      return {
        problem: formula.problem ?? (loop ? loopMessage(loop) : null),
        inputs: formula.inputs,
        workOut: (values, today) => workOut(formula, values, around, today),
      }
    },

    readInputs,
  }
}

export type RecordFormulas = ReturnType<typeof createRecordFormulas>
