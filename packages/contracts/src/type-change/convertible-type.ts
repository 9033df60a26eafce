import { customDataTypes, isAlwaysRequired, type CustomDataType } from '../data-type.ts'

/** The types that a field may be changed to: a value that does not convert leaves the field blank. */
export const convertibleTypes: readonly CustomDataType[] = customDataTypes.filter(
  (type) => !isAlwaysRequired(type),
)
