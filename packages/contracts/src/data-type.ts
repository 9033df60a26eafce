/** What a field of each type holds, how a rule sees it, and whether a custom field may have it. */
export const dataTypes = {
  string: { label: 'Text', kind: 'text', custom: true },
  longText: { label: 'Long text', kind: 'text', custom: true },
  boolean: { label: 'True/False', kind: 'boolean', custom: true },
  number: { label: 'Numeric', kind: 'number', custom: true },
  mandatoryNumber: { label: 'Numeric (always required)', kind: 'number', custom: true },
  percentage: { label: 'Percentage', kind: 'number', custom: true },
  currency: { label: 'Currency', kind: 'number', custom: true },
  date: { label: 'Date', kind: 'date', custom: true },
  mandatoryDate: { label: 'Date (always required)', kind: 'date', custom: true },
  email: { label: 'Email', kind: 'text', custom: true },
  singlePicklist: { label: 'Single Option', kind: 'reference', custom: true },
  multiPicklist: { label: 'Multi Option', kind: 'references', custom: true },
  user: { label: 'User', kind: 'reference', custom: true },
  organization: { label: 'Organization', kind: 'reference', custom: true },
  account: { label: 'Account', kind: 'reference', custom: true },
  contact: { label: 'Contact', kind: 'reference', custom: true },
  pulse: { label: 'Pulse', kind: 'reference', custom: false },
  health: { label: 'Health', kind: 'number', custom: false },
  lifecycleStage: { label: 'Lifecycle Stage', kind: 'reference', custom: false },
  owner: { label: 'Owner', kind: 'references', custom: false },
  pipelineStatus: { label: 'Status', kind: 'reference', custom: false },
  parentEntity: { label: 'Entity Type', kind: 'reference', custom: false },
} as const satisfies Record<string, { label: string; kind: FieldKind; custom: boolean }>

export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'reference' | 'references'
export type DataType = keyof typeof dataTypes
export type CustomDataType = {
  [T in DataType]: (typeof dataTypes)[T]['custom'] extends true ? T : never
}[DataType]

export const customDataTypes = (Object.keys(dataTypes) as DataType[]).filter(
  (type): type is CustomDataType => dataTypes[type].custom,
)

/** Longest texts, in characters. */
export const textLimits = { name: 255, string: 1000, email: 320, longText: 100_000, externalId: 255 } as const

/** Types whose value may never be empty. */
export function isAlwaysRequired(type: DataType): boolean {
  return type === 'mandatoryDate' || type === 'mandatoryNumber'
}
