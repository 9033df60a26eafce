import type { RecordBody } from '@steward/contracts/record'

/** In which form a built-in field is sent. */
export type Showing =
  | 'text'
  | 'number'
  | 'flag'
  | 'instant'
  | 'healthStatus'
  | 'stageName'
  | 'owners'
  | 'parent'
  | 'money'

/** A built-in field as it is sent: from which column, in which form. */
export interface ShownField {
  showing: Showing
  column: string
}

/**
 * The built-in fields of a record by the names under which they are sent. A record that is read on its own
 * is presented from it, and the SQL by which the database writes the records of a list is made from it.
 */
export const shownFields: Readonly<Record<keyof RecordBody['globalFields'], ShownField>> = {
  name: { showing: 'text', column: 'name' },
  externalId: { showing: 'text', column: 'external_id' },
  email: { showing: 'text', column: 'email' },
  about: { showing: 'text', column: 'about' },
  imageId: { showing: 'text', column: 'image_id' },
  health: { showing: 'number', column: 'health' },
  healthStatus: { showing: 'healthStatus', column: 'health' },
  lifecycleStageId: { showing: 'number', column: 'stage_id' },
  lifecycleStage: { showing: 'stageName', column: 'stage_id' },
  pulse: { showing: 'number', column: 'pulse' },
  owners: { showing: 'owners', column: 'owners' },
  churned: { showing: 'flag', column: 'churned' },
  churnDate: { showing: 'text', column: 'churn_date' },
  churnReason: { showing: 'number', column: 'churn_reason' },
  churnAmount: { showing: 'money', column: 'churn_amount' },
  entityArchived: { showing: 'flag', column: 'archived' },
  pipelineType: { showing: 'number', column: 'pipeline_type' },
  pipelineStatus: { showing: 'number', column: 'status_id' },
  organization: { showing: 'parent', column: 'organization' },
  account: { showing: 'parent', column: 'account' },
  createdAt: { showing: 'instant', column: 'created_at' },
  updatedAt: { showing: 'instant', column: 'updated_at' },
}
