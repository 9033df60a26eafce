import type { DataType } from '@steward/contracts/data-type'
import type { LevelField } from '../../field/index.ts'
import { booleanTypes } from './boolean.ts'
import { churnReasonTypes } from './churn-reason.ts'
import { currencyTypes } from './currency.ts'
import { dateTypes } from './date.tsx'
import { numberTypes } from './number.tsx'
import { optionTypes } from './option.tsx'
import { pulseTypes } from './pulse.tsx'
import { referenceTypes } from './reference.ts'
import { stageTypes } from './stage.tsx'
import { statusTypes } from './status.tsx'
import { textTypes } from './text.ts'
import { userTypes } from './user.tsx'
import type { ValueType } from './value-type.ts'

const valueTypes: Readonly<Record<DataType, ValueType>> = {
  ...textTypes,
  ...numberTypes,
  ...currencyTypes,
  ...dateTypes,
  ...booleanTypes,
  ...optionTypes,
  ...userTypes,
  ...referenceTypes,
  ...pulseTypes,
  ...stageTypes,
  ...statusTypes,
  ...churnReasonTypes,
}

export function valueTypeOf({ dataType }: Pick<LevelField, 'dataType'>): ValueType {
  return valueTypes[dataType]
}
