import { expect, it } from 'vitest'
import type { BulkJob } from '@steward/contracts/bulk'
import { newParentsText } from './job-words.ts'

const job = (level: number, newParents: number, newAccounts: number | null) =>
  ({ level, newParents, findings: { newAccounts } }) as unknown as BulkJob

it('names new parents by their levels, and by that word where an earlier release made them', () => {
  expect(newParentsText(job(4, 1, 1))).toBe('1 account')
  expect(newParentsText(job(4, 3, 1), 'new ')).toBe('2 new organizations and 1 new account')
  expect(newParentsText(job(2, 7, null))).toBe('7 organizations')
  expect(newParentsText(job(3, 2, null))).toBe('2 parents')
})
