import type { TestApp } from './harness.ts'

/** Vouches for all domains that companies named, as the operator does. */
export async function verifyDomains(app: TestApp): Promise<void> {
  await app.application.platform.database.owner.query(
    `update sign_in_domain set verified_at = now(), verified_by = 'operator' where verified_at is null`,
  )
}
