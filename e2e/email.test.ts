import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page, unique } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { startServer } from './server.ts'

/** What the mail server was given, as text. */
const mails: string[] = []
let refusal: string | undefined

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      if (refusal) return done(Object.assign(new Error(refusal), { responseCode: 550 }))
      mails.push(Buffer.concat(parts).toString('utf8'))
      done()
    })
  },
})

openJourneys('administrator', async () => {
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  return startServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Steward <steward@mail.test>' },
  })
})

afterAll(() => new Promise<void>((resolve) => mailServer.close(() => resolve())))

let account: ListedRecord
let other: string
let contact: string

beforeEach(async () => {
  refusal = undefined
  mails.length = 0
  account = await createRecord(client, 'accounts', { name: unique('Harbour') })
  other = unique('Lighthouse')
  await createRecord(client, 'accounts', { name: other })
  contact = unique('Ada Byron')
  const email = `${contact.replaceAll(' ', '.').toLowerCase()}@customer.test`
  await createRecord(client, 'contacts', { name: contact, email, account: account.accountId })
})

const reader = () => page.getByRole('region', { name: 'E-mail', exact: true })
const threads = () => page.getByRole('list', { name: 'E-mail threads' })
const dialog = (name: string) => page.getByRole('dialog', { name })

async function openEmails(): Promise<void> {
  await page.goto(`/app/accounts/${account.accountId}?tab=emails`)
  await page.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
}

/** Writes a mail to the contact, found by a part of the name, and sends it. */
async function writeMail(subject: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New e-mail' }).click()
  const form = dialog('New e-mail')
  await form.getByRole('combobox', { name: 'To' }).fill(contact)
  await form.getByRole('option', { name: contact }).click()
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await form.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
}

const importFile = (name: string, lines: readonly string[]) =>
  page
    .getByLabel('E-mails to import')
    .setInputFiles({ name, mimeType: 'message/rfc822', buffer: Buffer.from(lines.join('\r\n')) })

test('a mail goes out, its answer is imported, folded in the thread, and linked', async () => {
  await openEmails()
  await page.getByText('No e-mails yet').waitFor()
  await writeMail('Renewal', 'Shall we talk?')
  await page.getByText('Email sent successfully').waitFor()
  await expect.poll(() => mails.length).toBe(1)
  const id = /^Message-ID: (.*)$/im.exec(mails[0] ?? '')?.[1]?.trim() ?? ''
  await threads()
    .getByRole('button', { name: /Renewal/ })
    .click()
  await reader().getByText('Shall we talk?').waitFor()

  await importFile('answer.eml', [
    `From: ${contact} <ada@elsewhere.test>`,
    'To: admin@example.com',
    'Subject: Re: Renewal',
    'Message-ID: <answer@customer.test>',
    `In-Reply-To: ${id}`,
    `Date: ${new Date(Date.now() + 60_000).toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Gladly, on Monday.',
    '',
    'On Sunday, Admin wrote:',
    '> Shall we talk?',
  ])
  await page.getByText('1 e-mail imported').waitFor()
  const answer = reader().getByRole('article').nth(1)
  await answer.getByText('Gladly, on Monday.').waitFor()
  expect(await answer.getByText('> Shall we talk?').count()).toBe(0)
  await answer.getByRole('button', { name: 'Show signature and quotes' }).click()
  await answer.getByText('> Shall we talk?').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await reader().getByRole('button', { name: 'Link' }).click()
  const linking = dialog('Linked records')
  await linking.getByRole('combobox', { name: 'Records' }).fill(other)
  await page.getByRole('option', { name: other }).click()
  await linking.getByRole('button', { name: 'Save' }).click()
  await reader().getByRole('link', { name: other }).click()
  await page.getByRole('heading', { name: other, level: 1 }).waitFor()
  await page.getByRole('tab', { name: /E-mails/ }).click()
  await threads()
    .getByRole('button', { name: /Renewal/ })
    .waitFor()
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
  await importFile('hostile.eml', [
    'From: "<img src=x onerror=alert(1)>" <eve@evil.test>',
    'To: admin@example.com',
    'Subject: <img src=x onerror=alert(2)>',
    `Message-ID: <${unique('evil').replace(' ', '')}@evil.test>`,
    'Content-Type: text/html; charset=utf-8',
    '',
    ...payloads,
  ])
  await page.getByText('1 e-mail imported').waitFor()
  const frame = page.frameLocator('iframe[title="Text of the e-mail"]')
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
  refusal = 'No such mailbox here'
  await openEmails()
  await writeMail('Bounced', 'Are you there?')
  await threads()
    .getByRole('button', { name: /Bounced/ })
    .click()
  await reader()
    .getByText(/It was not sent: .*No such mailbox here/)
    .waitFor()
  refusal = undefined
  await reader().getByRole('button', { name: 'Retry' }).click()
  await reader().getByText('Sent', { exact: true }).waitFor()
  expect(mails).toHaveLength(1)

  await page.keyboard.press('r')
  const form = dialog('Reply')
  await form.getByRole('button', { name: `Remove ${contact}` }).waitFor()
  await form.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('A draft that stays')
  await form.getByText('Kept as a draft until you send').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await reader().getByRole('button', { name: 'Reply', exact: true }).click()
  await form.getByText('A draft that stays').waitFor()
  await form.getByRole('button', { name: 'Discard' }).click()

  await reader().getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Thread hidden').waitFor()
  await page.getByText('No e-mails yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await threads()
    .getByRole('button', { name: /Bounced/ })
    .waitFor()
})

test('a template begins a mail with what the record says', async () => {
  const name = unique('Renewal soon')
  await page.goto('/app/settings/email-templates')
  await page.getByRole('button', { name: 'New template' }).click()
  const drawer = dialog('New template')
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer.getByRole('textbox', { name: 'Subject' }).fill('For {{record.name}}')
  await drawer.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('About: {{field:About}}')
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save template' }).click()
  await page
    .getByRole('list', { name: 'E-mail templates' })
    .getByRole('button', { name, exact: true })
    .waitFor()

  await page.goto(`/app/accounts/${account.accountId}?tab=emails`)
  await page.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
  await page.keyboard.press('m')
  const form = dialog('New e-mail')
  await form.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name }).click()
  await form.getByText('The record says nothing for {{field:About}}').waitFor()
  expect(await form.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe(
    `For ${account.globalFields.name}`,
  )
  expect(await seriousFaults(page)).toEqual([])
})
