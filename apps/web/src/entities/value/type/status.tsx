import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import { StageChip } from '../../stage/index.ts'
import { listedOptions } from './listed-options.tsx'
import type { ValueType } from './value-type.ts'

function namedBy(list: readonly { id: number; name: string }[]): ValueType {
  const nameOf = (value: unknown) => list.find(({ id }) => id === value)?.name ?? String(value)
  return {
    text: nameOf,
    view(value) {
      const order = list.findIndex(({ id }) => id === value)
      return <StageChip name={nameOf(value)} order={Math.max(order, 0)} />
    },
    editor: 'choice',
    choices: () => ({ options: listedOptions(list) }),
  }
}

export const statusTypes = {
  pipelineStatus: namedBy(pipelineStatuses),
  parentEntity: namedBy(pipelineTypes),
}
