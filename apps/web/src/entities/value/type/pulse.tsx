import { pulseValues } from '@steward/contracts/plain/built-in-value'
import { PulseBadge } from '../../pulse/index.ts'
import type { Option } from '../../../ui/option.ts'
import type { ValueType } from './value-type.ts'

const options: readonly Option[] = pulseValues
  .toReversed()
  .map(({ id, name }) => ({ value: id, label: name, detail: String(id) }))

export const pulseTypes = {
  pulse: {
    text: (value) => pulseValues.find(({ id }) => id === value)?.name ?? String(value),
    view: (value) => <PulseBadge value={value as number} />,
    editor: 'choice',
    choices: () => ({ options }),
  },
} satisfies Record<string, ValueType>
