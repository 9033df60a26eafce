import type { DataType } from '@steward/contracts/data-type'
import { booleanTypes } from './boolean.type.ts'
import { churnReasonTypes } from './churn-reason.type.ts'
import { currencyTypes } from './currency.type.ts'
import type { ServerType } from './data-type.port.ts'
import { dateTypes } from './date.type.ts'
import { emailTypes } from './email.type.ts'
import { numberTypes } from './number.type.ts'
import { optionTypes } from './option.type.ts'
import { pulseTypes } from './pulse.type.ts'
import { referenceTypes } from './reference.type.ts'
import { stageTypes } from './stage.type.ts'
import { statusTypes } from './status.type.ts'
import { textTypes } from './text.type.ts'
import { userTypes } from './user.type.ts'

/** The server's definition of each type. A field of the catalogue carries the one of its type. */
export const serverTypes: Readonly<Record<DataType, ServerType>> = {
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
}
