import { StageChip } from '../../../entities/stage-chip.tsx'
import { listedOptions } from './listed-options.tsx'
import type { ValueType } from './value-type.ts'

export const stageTypes = {
  lifecycleStage: {
    text: (value, lookups) => lookups.stageName(value as number),
    view(value, _, lookups) {
      const order = lookups.stages.findIndex((stage) => stage.lifecycleStageId === value)
      return <StageChip name={lookups.stageName(value as number)} order={Math.max(order, 0)} />
    },
    editor: 'choice',
    choices: (_, { stages }) => ({
      options: listedOptions(
        stages.map((stage) => ({ id: stage.lifecycleStageId, name: stage.displayName })),
      ),
    }),
  },
} satisfies Record<string, ValueType>
