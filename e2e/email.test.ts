import { afterAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page, unique } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { mailServer } from './mail-server.ts'
import { importMail, mailReader, mailThread, writeMail } from './record-tabs.ts'

const post = mailServer()

openJourneys('administrator', post.startSteward)
afterAll(post.stop)

let account: ListedRecord
let other: string
let contact: string

beforeEach(async () => {
  post.refusal = undefined
  post.unknown.clear()
  post.mails.length = 0
  account = await createRecord(client, 'accounts', { name: unique('Harbour') })
  other = unique('Lighthouse')
  await createRecord(client, 'accounts', { name: other })
  contact = unique('Ada Byron')
  const email = `${contact.replaceAll(' ', '.').toLowerCase()}@customer.test`
  await createRecord(client, 'contacts', { name: contact, email, account: account.accountId })
})

const dialog = (name: string) => page.getByRole('dialog', { name })

async function openEmails(): Promise<void> {
  await page.goto(`/app/accounts/${account.accountId}?tab=emails`)
  await page.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
}

test('a thread is linked with another record, and lies on its page', async () => {
  await openEmails()
  await page.getByText('No emails yet').waitFor()
  await writeMail(page, contact, 'Renewal', 'Shall we talk?')
  await mailThread(page, /Renewal/).click()
  await mailReader(page).getByText('Shall we talk?').waitFor()
  await mailReader(page).getByRole('button', { name: 'Link' }).click()
  const linking = dialog('Linked records')
  await linking.getByRole('combobox', { name: 'Records' }).fill(other)
  await page.getByRole('option', { name: other }).click()
  await linking.getByRole('button', { name: 'Save' }).click()
  await mailReader(page).getByRole('link', { name: other }).click()
  await page.getByRole('heading', { name: other, level: 1 }).waitFor()
  await page.getByRole('tab', { name: /Emails/ }).click()
  await mailThread(page, /Renewal/).waitFor()
})

test('what hostile mails bring along does nothing', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openEmails()
  const payloads = [
    '<p>Dear you</p><script>parent.hacked = 1; document.title = "hacked"</script>',
    '<img src="x" onerror="parent.hacked = 2"><svg onload="parent.hacked = 3"></svg>',
    '<a href="javascript:parent.hacked=4">Click me</a><iframe src="javascript:parent.hacked=5"></iframe>',
    '<img src="https://tracker.test/pixel.gif"><div style="background:url(https://tracker.test/bg)">x</div>',
    '<meta http-equiv="refresh" content="0;url=https://tracker.test/"><form action="https://tracker.test"><button>Go</button></form>',
    '<style>body{display:none}</style><base href="https://tracker.test/">',
  ]
  await importMail(page, 'hostile.eml', [
    'From: "<img src=x onerror=alert(1)>" <eve@evil.test>',
    'To: admin@example.com',
    'Subject: <img src=x onerror=alert(2)>',
    `Message-ID: <${unique('evil').replace(' ', '')}@evil.test>`,
    'Content-Type: text/html; charset=utf-8',
    '',
    ...payloads,
  ])
  await page.getByText('1 email imported').waitFor()
  const frame = page.frameLocator('iframe[title="Email text"]')
  await frame.getByText('Dear you').waitFor()
  await frame.getByText('Click me').click()
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(
    await frame.locator('script, iframe, form, meta[http-equiv], base, [onerror], [onload]').count(),
  ).toBe(0)
  expect(asked.filter((address) => address.includes('tracker.test'))).toEqual([])
  expect(await seriousFaults(page)).toEqual([])
})

test('a mail that was not taken tells why, and is sent again', async () => {
  post.refusal = 'No such mailbox here'
  await openEmails()
  await writeMail(page, contact, 'Bounced', 'Are you there?')
  await mailThread(page, /Bounced/).click()
  await mailReader(page)
    .getByText(/Not sent: .*No such mailbox here/)
    .waitFor()
  post.refusal = undefined
  await mailReader(page).getByRole('button', { name: 'Retry' }).click()
  await mailReader(page).getByText('Sent', { exact: true }).waitFor()
  expect(post.mails).toHaveLength(1)

  await page.keyboard.press('r')
  const form = dialog('Reply')
  await form.getByRole('button', { name: `Remove ${contact}` }).waitFor()
  await form.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('A draft that stays')
  await form.getByText('Draft saved').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await mailReader(page).getByRole('button', { name: 'Reply', exact: true }).click()
  await form.getByText('A draft that stays').waitFor()
  await form.getByRole('button', { name: 'Discard' }).click()

  await mailReader(page).getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Thread hidden').waitFor()
  await page.getByText('No emails yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await mailThread(page, /Bounced/).waitFor()
})

test('a mail that one of several does not get says so', async () => {
  post.unknown.add('gone@customer.test')
  const { userId } = client.signedIn.user
  await client.post(`/email-v3/users/${userId}/email-threads`, {
    level: 'account',
    parentIdentifier: account.accountId,
    subject: 'For both',
    body: 'Dear both',
    to: ['ada@customer.test', 'gone@customer.test'],
  })
  await expect.poll(() => post.mails.length, { timeout: 20_000 }).toBe(1)
  await openEmails()
  await mailThread(page, /For both/).click()
  await mailReader(page)
    .getByText(/Not delivered to everyone: gone@customer\.test: .*not known here/)
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a template begins a mail with what the record says', async () => {
  const name = unique('Renewal soon')
  await page.goto('/app/settings/email-templates')
  await page.getByRole('button', { name: 'New template' }).first().click()
  const drawer = dialog('New template')
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer.getByRole('textbox', { name: 'Subject' }).fill('For {{record.name}}')
  await drawer.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('About: {{field:About}}')
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save template' }).click()
  await page
    .getByRole('list', { name: 'Email templates' })
    .getByRole('button', { name, exact: true })
    .waitFor()

  await page.goto(`/app/accounts/${account.accountId}?tab=emails`)
  await page.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
  await page.keyboard.press('m')
  const form = dialog('New email')
  await form.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name }).click()
  await form.getByText('These are empty on this record: {{field:About}}').waitFor()
  expect(await form.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe(
    `For ${account.globalFields.name}`,
  )
  expect(await seriousFaults(page)).toEqual([])
})
