import { afterAll, expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'
import { mailServer } from '../mail-server.ts'
import { addAfter, begin, choose, panel, save } from './build.ts'

const mails = mailServer()
openJourneys('administrator', () => mails.startSteward())
afterAll(() => mails.stop())

async function customer(name: string): Promise<void> {
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name },
  })
  await client.post('/core/contacts', {
    globalFields: { name: 'Ada Lovelace', account: data.accountId, email: 'ada@customer.test' },
  })
}

const node = (text: RegExp) => page.getByRole('button', { name: text })

/** Asks the reader, and writes to the contacts of what they approve. */
async function build(name: string): Promise<void> {
  await begin(name)
  await node(/^Run Now/).click()
  await choose(panel('Run Now'), 'Records', 'All accounts')
  const ask = await addAfter('Run Now', 'Ask for Approval')
  await ask.getByRole('textbox', { name: 'Question' }).fill('Write to {{record.name}}?')
  await ask.getByText('Ask the primary owner “Write to {{record.name}}?” and wait for 3 days.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const email = await addAfter('Ask for Approval, Approved', 'Send Email')
  await email.getByText(/Enter a subject/).waitFor()
  await email.getByRole('textbox', { name: 'Text' }).fill('How are you, {{contact.name}}?')
  await email.getByRole('textbox', { name: 'Subject' }).fill('Hello {{first}}')
  await email.getByText('There is no placeholder {{first}}.', { exact: false }).waitFor()
  await email.getByRole('textbox', { name: 'Subject' }).fill('Hello {{contact.name}}')
  await email.getByText('Email “Hello {{contact.name}}” to the contacts of the account.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await save()
}

test('a scenario asks its reader, writes an email, and lists it as what no undo takes back', async () => {
  const name = unique('Northwind')
  await customer(name)
  await build(unique('Outgoing'))
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Scenario activated').waitFor()
  await node(/^Ask for Approval .* 1 in progress/).waitFor()

  await page.goto('/app/approvals')
  await page.getByText(`Write to ${name}?`).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: `Approve: Write to ${name}?` }).click()
  await page.getByText('Nothing to decide').waitFor()
  await expect.poll(() => mails.mails.length, { timeout: 30_000 }).toBe(1)
  expect(mails.mails[0]).toContain('Subject: Hello Ada Lovelace')

  await page.goto('/app/scenarios?find=Outgoing')
  await page.getByRole('link', { name: /^Outgoing/ }).click()
  await node(/^Send Email .* 1 completed/).waitFor()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Scenario deactivated').waitFor()
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Undo changes…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Can’t be undone: 1 message').waitFor()
  await dialog.getByText(/Email to ada@customer\.test: Hello Ada Lovelace/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a node that needs a connection says so, and the scenario is saved but not activated', async () => {
  await begin(unique('Chat'))
  await node(/^On Event/).click()
  const slack = await addAfter('On Event', 'Slack Message')
  await slack.getByRole('textbox', { name: 'Channel' }).fill('#success')
  await slack.getByRole('textbox', { name: 'Text' }).fill('Hello')
  await slack.getByText(/Slack is not connected/).waitFor()
  await page.getByRole('button', { name: '1 problem', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Activate', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/scenarios\/\d+$/)
})

test('the limits of all scenarios are changed on a page of their own', async () => {
  await page.goto('/app/scenarios')
  await page.getByRole('link', { name: 'Limits' }).click()
  await page.getByRole('textbox', { name: 'Emails for each contact' }).fill('2')
  await page.getByRole('checkbox', { name: 'Send emails in business hours only' }).check()
  await page.getByRole('combobox', { name: 'From' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Limits saved').waitFor()
  await page.reload()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Emails for each contact' }).inputValue())
    .toBe('2')
  await page.getByRole('checkbox', { name: 'Send emails in business hours only' }).uncheck()
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Limits saved').first().waitFor()
})
