import { expect, it } from 'vitest'
import type { BulkCause, BulkJob } from '@steward/contracts/bulk'
import type { LevelField } from '../../entities/field/index.ts'
import { causeReason, causeTitle, newParentsText } from './job-words.ts'

const job = (level: number, newParents: number, newAccounts: number | null) =>
  ({ level, newParents, findings: { newAccounts } }) as unknown as BulkJob

it('names new parents by their levels, and by that word where an earlier release made them', () => {
  expect(newParentsText(job(4, 1, 1))).toBe('1 account')
  expect(newParentsText(job(4, 3, 1), 'new ')).toBe('2 new organizations and 1 new account')
  expect(newParentsText(job(2, 7, null))).toBe('7 organizations')
  expect(newParentsText(job(3, 2, null))).toBe('2 parents')
})

it('names the field whose values cause that rows are skipped, once', () => {
  const status = { displayName: 'Status' } as LevelField
  const values = [{ text: 'Engaging', count: 2 }]
  const cause: BulkCause = {
    outcome: 'refused',
    field: 'status',
    message: 'Status: "Engaging" is none of Open, Closed Won.',
    count: 2,
    values,
  }
  expect(causeTitle(cause, status)).toBe('2 rows skipped because of Status.')
  expect(causeReason(cause, status)).toBe('"Engaging" is none of Open, Closed Won.')
  expect(causeTitle({ ...cause, message: 'Choose an organization or account.' }, status)).toBe(
    '2 rows skipped.',
  )
})
