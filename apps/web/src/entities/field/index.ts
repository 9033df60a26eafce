export { inSections, type SectionOfFields } from './field-sections.ts'
export {
  fieldPinsQuery,
  fieldSectionsQuery,
  type LevelField,
  levelFieldsQuery,
  mergeFields,
} from './field.calls.ts'
