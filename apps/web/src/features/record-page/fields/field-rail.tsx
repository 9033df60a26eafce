import { FieldSections } from './field-sections.tsx'
import { PinnedFields } from './pinned-fields.tsx'

/** All fields of the record, those that the company pinned first, in the sections that it arranged. */
export function FieldRail() {
  return (
    <div className="flex flex-col gap-6 px-4 py-4 sm:px-6 lg:pr-4">
      <PinnedFields />
      <FieldSections />
    </div>
  )
}
