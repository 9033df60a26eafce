import type { FieldSection } from '@steward/contracts/field-layout'
import { inSections, type LevelField, type SectionOfFields } from '../../../entities/field/index.ts'

export type FieldGroup = SectionOfFields

/** The name is in the header; the primary owner is the first of the owners. */
const shownElsewhere = new Set(['name', 'primaryOwner'])

const ofChurned = new Set(['churnDate', 'churnReason', 'churnAmount'])

interface Shown {
  churned: boolean
  /** The fields above the sections. */
  pinned: readonly LevelField[]
}

/** The fields of a record page in the sections of its level. Churn fields are skipped where the record is not churned. */
export function fieldGroups(
  fields: readonly LevelField[],
  sections: readonly FieldSection[] | undefined,
  { churned, pinned }: Shown,
): FieldGroup[] {
  const isShown = ({ name }: LevelField) => !shownElsewhere.has(name) && (churned || !ofChurned.has(name))
  const remaining = fields.filter((field) => (field.custom ? !pinned.includes(field) : isShown(field)))
  return inSections(remaining, sections).filter((group) => group.fields.length > 0)
}
