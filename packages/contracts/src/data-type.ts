import { booleanTypes } from './data-type/boolean.ts'
import { churnReasonTypes } from './data-type/churn-reason.ts'
import { currencyTypes } from './data-type/currency.ts'
import type { DataTypeShape } from './data-type/data-type.shape.ts'
import { dateTypes } from './data-type/date.ts'
import { emailTypes } from './data-type/email.ts'
import { numberTypes } from './data-type/number.ts'
import { optionTypes } from './data-type/option.ts'
import { pulseTypes } from './data-type/pulse.ts'
import { referenceTypes } from './data-type/reference.ts'
import { stageTypes } from './data-type/stage.ts'
import { statusTypes } from './data-type/status.ts'
import { textTypes } from './data-type/text.ts'
import { userTypes } from './data-type/user.ts'

export { textLimits } from './data-type/text.ts'
export type { FieldKind } from './data-type/data-type.shape.ts'

/**
 * Every type a field may have, each written in one file: here what server and web application share,
 * in the server's module `data-type` and in the web application's `components/value/type` the rest.
 */
export const dataTypes = {
  ...textTypes,
  ...booleanTypes,
  ...numberTypes,
  ...currencyTypes,
  ...dateTypes,
  ...emailTypes,
  ...optionTypes,
  ...userTypes,
  ...referenceTypes,
  ...pulseTypes,
  ...stageTypes,
  ...statusTypes,
  ...churnReasonTypes,
} as const satisfies Record<string, DataTypeShape>

export type DataType = keyof typeof dataTypes
export type CustomDataType = {
  [T in DataType]: (typeof dataTypes)[T]['custom'] extends true ? T : never
}[DataType]

export const customDataTypes = (Object.keys(dataTypes) as DataType[]).filter(
  (type): type is CustomDataType => dataTypes[type].custom,
)

const shapes: Readonly<Record<DataType, DataTypeShape>> = dataTypes

/** Whether the value of a type may never be empty. */
export function isAlwaysRequired(type: DataType): boolean {
  return shapes[type].alwaysRequired === true
}

/** Whether an administrator defines what a type may hold. */
export function hasOptions(type: DataType): boolean {
  return shapes[type].hasOptions === true
}

/** Whether a value may say which record a row of a file is about. */
export function canBeKey(type: DataType): boolean {
  return shapes[type].neverKey !== true
}

/** The level whose records a type holds; undefined where it holds none. */
export function referredLevel(type: DataType): DataTypeShape['refersTo'] {
  return shapes[type].refersTo
}
