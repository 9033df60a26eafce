import { pulseValues } from '@steward/contracts/plain/built-in-value'
import { choiceType } from './choice.type.ts'
import type { ServerType } from './data-type.port.ts'

export const pulseTypes = { pulse: choiceType(pulseValues) } satisfies Record<string, ServerType>
