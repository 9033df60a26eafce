import type { LevelField } from '../field/index.ts'

const unreadable: ReadonlySet<string> = new Set(['user', 'organization', 'account', 'contact', 'owner'])

/** The fields that are proposed in formulas. */
export const readableFields = (fields: readonly LevelField[]): LevelField[] =>
  fields.filter(({ dataType, name }) => !unreadable.has(dataType) && name !== 'updatedAt')
