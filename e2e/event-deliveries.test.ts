import { browser, server, startJourneys } from './journey.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withDatabase } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

let visitor: Visitor

startJourneys()

// A job that no longer exists: the import module handles its event, and does nothing.
beforeEach(async () => {
  const fail = `insert into event_failure (tenant_id, subscriber, event_id, type, version, payload, at, failure, attempts, failing_since)
    select tenant_id, 'bulk', 1, 'bulk.finished', 1, '{"jobId": 999999}', now(), 'Error: It was down', 20, now() from tenant`
  await withDatabase(server, async (database) => {
    await database.query('delete from event_failure')
    await database.query(fail)
  })
  visitor = await visitAs(browser, server)
  await visitor.page.goto('/app/settings/event-deliveries')
})

afterEach(() => leave(visitor))

test('an administrator sees why a delivery failed, and retries it', async () => {
  const { page } = visitor
  const row = page.getByRole('listitem').filter({ hasText: 'bulk.finished' })
  await row.getByText('Error: It was down').waitFor()
  await row.getByRole('button', { name: 'Retry bulk.finished to bulk' }).click()
  await page.getByText('No failed deliveries').waitFor()
})

test('an administrator discards a delivery', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Discard bulk.finished to bulk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('No failed deliveries').waitFor()
  const left = await withDatabase(server, (database) => database.query('select from event_failure'))
  expect(left.rowCount).toBe(0)
})
