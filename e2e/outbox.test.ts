import { browser, client, server, startJourneys } from './journey.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withDatabase } from './people.ts'
import { leave, visitAs, type Visitor } from './visitor.ts'

const answer = '550 No such mailbox'

let visitor: Visitor
let invitee = ''
let turn = 0

startJourneys()

// Each attempt has a message of its own that the mail server would not take.
beforeEach(async () => {
  turn += 1
  invitee = `nobody${turn}@example.com`
  await client.post('/user-management/users', { data: [{ email: invitee, roleId: 1 }] })
  // Nothing is connected here, so it is kept; only then does no one write to it any more.
  const fail = `update message set state = 'failed', attempts = 5, failure = $1
    where recipient = $2 and state = 'kept'`
  await withDatabase(server, (database) =>
    expect.poll(async () => (await database.query(fail, [answer, invitee])).rowCount).toBe(1),
  )
  visitor = await visitAs(browser, server)
})

afterEach(() => leave(visitor))

test('a message that failed tells why, and is sent again', async () => {
  const { page } = visitor
  await page.goto('/app/settings/outbox')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.waitForURL(/state=failed/)
  const row = page.getByRole('row').filter({ hasText: invitee })
  await row.getByText('Failed').waitFor()
  await row.getByRole('button', { name: invitee }).click()

  const message = page.getByRole('dialog')
  await message.getByText(answer).waitFor()
  await message.getByText('Temporary password').waitFor()
  await message.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The message is queued again').waitFor()
  await message.getByText('Not sent').waitFor()
  expect(await message.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  await message.getByRole('button', { name: 'Close', exact: true }).click()
  await row.waitFor({ state: 'detached' })
})

test('what the search does not find is said, and the way back offered', async () => {
  const { page } = visitor
  await page.goto('/app/settings/outbox?channel=sms')
  await page.getByText('No messages match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: invitee }).waitFor()
  expect(page.url()).toMatch(/outbox$/)
})
