import type { FieldSection } from '@steward/contracts/field-layout'
import type { LevelField } from '../../../api/fields.ts'
import { inSections, type SectionOfFields } from '../../../components/field/field-sections.ts'

export type FieldGroup = SectionOfFields & { column: 'main' | 'side' }

/** What a section at the side may hold: whose the record is, and what the system knows of it. */
const aside = new Set([
  'organization',
  'account',
  'system:owners',
  'system:internalId',
  'churned',
  'churnDate',
  'churnReason',
  'churnAmount',
  'entityArchived',
  'createdAt',
  'updatedAt',
])

/** The name stands in the header; the primary owner is the first of the owners. */
const shownElsewhere = new Set(['name', 'primaryOwner'])

const ofChurned = new Set(['churnDate', 'churnReason', 'churnAmount'])

/**
 * The fields of a record page in the sections of its level; short ones about its surroundings go to the
 * side. What is not churned has nothing to tell of it.
 */
export function fieldGroups(
  fields: readonly LevelField[],
  sections: readonly FieldSection[] | undefined,
  churned = true,
): FieldGroup[] {
  const isShown = ({ name }: LevelField) => !shownElsewhere.has(name) && (churned || !ofChurned.has(name))
  const shown = fields.filter((field) => field.custom || isShown(field))
  return inSections(shown, sections).map((section) => {
    const isAside = section.fields.every(({ name, custom }) => !custom && aside.has(name))
    return { ...section, column: isAside ? 'side' : 'main' }
  })
}
