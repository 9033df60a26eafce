import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Changed } from '@steward/contracts/record'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Written } from './record.door.ts'
import type { Problem } from './record.rules.ts'

const nameOf = (level: LevelId): string => levelOf(level).name

export function unknownRecord(level: LevelId): AppError {
  return notFound('record.unknown', `This ${nameOf(level)} does not exist, or you can't see it.`)
}

export function refusal(problems: readonly Problem[], outcome: string, stale = false): AppError {
  const fields = Object.fromEntries(problems.map((problem) => [problem.field ?? 'record', problem.message]))
  if (outcome !== 'conflict') return invalid('record.invalid', fields)
  const reason = stale ? 'record.changed' : 'record.conflict'
  return new AppError('conflict', reason, Object.values(fields).join(' '), fields)
}

/** The single result of a batch of one, or the reason why it was refused. */
export function onlyResult(written: Written, level: LevelId): Written['results'][number] {
  const [result] = written.results
  if (
    !result ||
    (result.problems.length > 0 && !result.current && result.outcome === 'refused' && result.recordId)
  ) {
    throw unknownRecord(level)
  }
  const notYours = result.problems.find((problem) => problem.field === null)
  if (notYours) throw new AppError('forbidden', 'record.not_yours', notYours.message)
  if (result.problems.length > 0) throw refusal(result.problems, result.outcome, result.stale)
  return result
}

/** Two writers took the same external id at the same moment: the database let one through. */
export function translateRace(error: unknown): unknown {
  if (violatedConstraint(error) !== 'record_external_id') return error
  const message = 'Another record now uses this external ID.'
  return new AppError('conflict', 'record.conflict', message, { 'system:externalId': message })
}

/** The result of a change of many records: how many changed, and why the others did not. */
export function changedOf(written: Written): Changed {
  return {
    changeSetId: written.changeSetId,
    changed: written.results.filter((result) => result.outcome === 'update').length,
    refused: written.results
      .filter((result) => result.problems.length > 0)
      .map((result) => ({
        id: result.recordId ?? 0,
        message: result.problems.map((problem) => problem.message).join(' '),
      })),
  }
}
