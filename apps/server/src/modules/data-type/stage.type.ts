import { idColumn } from './column.sql.ts'
import type { ServerType } from './data-type.port.ts'
import { quote } from './text.reading.ts'

export const stageTypes = {
  lifecycleStage: {
    column: idColumn,
    check: (field, id, { stages }) =>
      stages.has(id as number) ? undefined : `${field.displayName}: there is no such stage at this level.`,
    cell:
      (field, _format, { stages, level }) =>
      (text) =>
        stages.byName(level, text)?.lifecycleStageId ?? {
          fault: `${field.displayName}: there is no stage ${quote(text)} at this level.`,
        },
    fits: ({ values }, { stages, level }) => values.some((text) => stages.byName(level, text) !== undefined),
    word: (id, { stages }) => stages.get(id as number)?.displayName,
    write: (id, names) => names.stage(id as number),
  },
} satisfies Record<string, ServerType>
