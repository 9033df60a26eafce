import { StageChip } from '../../stage/index.ts'
import { listedOptions } from './listed-options.tsx'
import type { ValueType } from './value-type.ts'

export const stageTypes = {
  lifecycleStage: {
    text: (value, lookups) => lookups.stageName(value as number),
    view(value, _, lookups) {
      const stage = lookups.stages.find((one) => one.lifecycleStageId === value)
      return <StageChip name={lookups.stageName(value as number)} colour={stage?.colour} />
    },
    editor: 'choice',
    choices: (_, { stages }) => ({
      options: listedOptions(
        stages
          .filter(({ closing }) => !closing)
          .map(({ lifecycleStageId: id, displayName: name, colour }) => ({ id, name, colour })),
      ),
    }),
  },
} satisfies Record<string, ValueType>
