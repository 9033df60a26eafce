import { levelOf, type LevelId } from '@steward/contracts/level'
import { invalid, notFound, type AppError } from '../../platform/errors.ts'

export function unknownStage(): AppError {
  return notFound('lifecycle.unknown', 'This lifecycle stage does not exist. It may have been deleted.')
}

/** Throws `invalid_input` for pipelines, which have statuses instead. */
export function refusePipelines(level: LevelId): void {
  if (level !== 4) return
  const message = 'Pipelines have no lifecycle stages. Choose organization, account or contact.'
  throw invalid('lifecycle.level', { entityLevel: message })
}

/** Throws `invalid_input` where a call names another level than the one that the stage is of. */
export function refuseOtherLevel(level: LevelId, named: LevelId): void {
  if (level === named) return
  const message = `This is a stage of ${levelOf(level).plural}, not of ${levelOf(named).plural}.`
  throw invalid('lifecycle.level', { entityLevel: message })
}
