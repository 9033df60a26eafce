// Stores compose the statements of a write from these parts: kept values belong to the module of fields.
export { besideOf, keepNewValues, keepValues } from '../field/index.ts'

/** A change after which a kept value is another, or counted another way: of `after`, as the ledger has it. */
export const touchesValue = `(i.after ? f.field_id::text
      or i.after ?| '{stageId,archived,churned,pipelineType,statusId}'::text[])`
