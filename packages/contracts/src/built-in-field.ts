import type { DataType } from './data-type.ts'
import type { LevelId } from './level.ts'

/** A field that every tenant has. `id` is the specification's number where it gives one. */
export interface BuiltInField {
  id: number | null
  name: string
  label: string
  dataType: DataType
  levels: readonly LevelId[]
  /** Default; an administrator may change required and editable of the numbered ones. */
  required: boolean
  editable: boolean
  uploadable: boolean
}

const all = [1, 2, 3, 4] as const
const customers = [1, 2, 3] as const
const owned = [1, 2, 4] as const

/** Fields that are in columns of the record, in the order in which a form shows them. */
export const builtInFields: readonly BuiltInField[] = [
  {
    id: null,
    name: 'name',
    label: 'Name',
    dataType: 'string',
    levels: all,
    required: true,
    editable: true,
    uploadable: true,
  },
  {
    id: -5,
    name: 'system:email',
    label: 'Email',
    dataType: 'email',
    levels: [3],
    required: true,
    editable: true,
    uploadable: true,
  },
  {
    id: null,
    name: 'pipelineType',
    label: 'Entity Type',
    dataType: 'parentEntity',
    levels: [4],
    required: true,
    editable: false,
    uploadable: true,
  },
  {
    id: -6,
    name: 'system:pipelineStatus',
    label: 'Status',
    dataType: 'pipelineStatus',
    levels: [4],
    required: true,
    editable: true,
    uploadable: true,
  },
  {
    id: -3,
    name: 'system:lifecycleStageId',
    label: 'Lifecycle Stage',
    dataType: 'lifecycleStage',
    levels: customers,
    required: true,
    editable: true,
    uploadable: true,
  },
  {
    id: -4,
    name: 'system:owners',
    label: 'Owner',
    dataType: 'owner',
    levels: owned,
    required: true,
    editable: true,
    uploadable: true,
  },
  {
    id: null,
    name: 'primaryOwner',
    label: 'Primary owner',
    dataType: 'user',
    levels: owned,
    required: false,
    editable: true,
    uploadable: true,
  },
  {
    id: -1,
    name: 'system:health',
    label: 'Health',
    dataType: 'health',
    levels: customers,
    required: true,
    editable: false,
    uploadable: false,
  },
  {
    id: -2,
    name: 'system:pulse',
    label: 'Pulse',
    dataType: 'pulse',
    levels: customers,
    required: true,
    editable: true,
    uploadable: false,
  },
  {
    id: null,
    name: 'organization',
    label: 'Organization',
    dataType: 'organization',
    levels: [2, 3, 4],
    required: false,
    editable: true,
    uploadable: true,
  },
  {
    id: null,
    name: 'account',
    label: 'Account',
    dataType: 'account',
    levels: [3, 4],
    required: false,
    editable: true,
    uploadable: true,
  },
  {
    id: -7,
    name: 'system:externalId',
    label: 'External ID',
    dataType: 'string',
    levels: all,
    required: false,
    editable: false,
    uploadable: true,
  },
  {
    id: -8,
    name: 'system:internalId',
    label: 'Internal ID',
    dataType: 'mandatoryNumber',
    levels: all,
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'about',
    label: 'About',
    dataType: 'longText',
    levels: all,
    required: false,
    editable: true,
    uploadable: true,
  },
  {
    id: null,
    name: 'churned',
    label: 'Churned',
    dataType: 'boolean',
    levels: [1, 2],
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'churnDate',
    label: 'Churn date',
    dataType: 'date',
    levels: [1, 2],
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'churnReason',
    label: 'Churn reason',
    dataType: 'churnReason',
    levels: [1, 2],
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'churnAmount',
    label: 'Churn amount',
    dataType: 'currency',
    levels: [1, 2],
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'entityArchived',
    label: 'Archived',
    dataType: 'boolean',
    levels: all,
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: null,
    name: 'createdAt',
    label: 'Created',
    dataType: 'date',
    levels: all,
    required: false,
    editable: false,
    uploadable: true,
  },
  {
    id: null,
    name: 'updatedAt',
    label: 'Last changed',
    dataType: 'date',
    levels: all,
    required: false,
    editable: false,
    uploadable: false,
  },
]

/** The system fields as the specification lists them, with the two that only surveys fill. */
export const systemFields: readonly BuiltInField[] = [
  ...builtInFields.filter((field) => field.id !== null),
  {
    id: -9,
    name: 'system:nps',
    label: 'NPS',
    dataType: 'number',
    levels: [1, 2],
    required: false,
    editable: false,
    uploadable: false,
  },
  {
    id: -10,
    name: 'system:lastNps',
    label: 'Last NPS Rating',
    dataType: 'number',
    levels: [3],
    required: false,
    editable: false,
    uploadable: false,
  },
]

export function builtInFieldsOf(level: LevelId): BuiltInField[] {
  return builtInFields.filter((field) => field.levels.includes(level))
}

/** Short names that a form may use for a numbered field. */
export const fieldAliases: Readonly<Record<string, string>> = {
  email: 'system:email',
  externalId: 'system:externalId',
  lifecycleStage: 'system:lifecycleStageId',
  lifecycleStageId: 'system:lifecycleStageId',
  owners: 'system:owners',
  pulse: 'system:pulse',
  pipelineStatus: 'system:pipelineStatus',
  pipelineStatusId: 'system:pipelineStatus',
  organizationId: 'organization',
  accountId: 'account',
  archived: 'entityArchived',
}
