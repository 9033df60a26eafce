import { afterAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { mailServer, messageIdOf } from './mail-server.ts'
import { addPerson } from './people.ts'
import { importMail, mailReader, mailThread, pasteImage, timelineItem, writeMail } from './record-tabs.ts'
import { leave, visitAs } from './visitor.ts'

const post = mailServer()

openJourneys('administrator', post.startSteward)
afterAll(post.stop)

interface Customer {
  accountId: number
  name: string
  /** Who is called. */
  contact: string
  /** The address of the colleague who is asked for help. */
  colleague: string
}

const addressOf = (name: string, domain: string) => `${name.replaceAll(' ', '-').toLowerCase()}@${domain}`

/** A customer with whom something happened, a contact and a colleague, all of them new. */
async function customer(): Promise<Customer> {
  const name = unique('Lantern Works')
  const contact = unique('Ada Byron')
  const colleague = addressOf(unique('priya'), 'example.com')
  await addPerson(server, { email: colleague, firstName: 'Priya', lastName: 'Shah', roleId: 2 })
  const organization = await createRecord(client, 'organizations', { name: unique('Northern Lights') })
  const account = await createRecord(client, 'accounts', {
    name,
    organization: organization.organizationId,
    about: 'Makes lamps for harbours.',
  })
  const accountId = Number(account.accountId)
  await createRecord(client, 'contacts', {
    name: contact,
    email: addressOf(contact, 'customer.test'),
    account: accountId,
  })
  const note = {
    level: 'account',
    parentIdentifier: accountId,
    title: 'Kick-off',
    description: 'They begin in May.',
  }
  await client.post('/core/notes', note)
  return { accountId, name, contact, colleague }
}

const panel = (name: string) => page.getByRole('dialog', { name })
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const openTab = (name: RegExp) => page.getByRole('tab', { name }).click()

async function read({ accountId, name, contact }: Customer): Promise<void> {
  await page.goto(`/app/accounts/${accountId}?tab=overview`)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Figures', exact: true }).waitFor()
  await page.getByRole('link', { name: contact }).waitFor()
  await page
    .getByRole('complementary', { name: 'Fields' })
    .getByText('Makes lamps for harbours.')
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Kick-off' }).click()
  await timelineItem(page, 'Note: Kick-off').getByText('They begin in May.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
}

/** A note that asks a colleague, with a picture in it. */
async function logNote(): Promise<void> {
  await page.keyboard.press('n')
  await text('Note').waitFor()
  await text('Note').focus()
  await page.keyboard.type('Ask @priya sh')
  const people = page.getByRole('listbox', { name: 'People and records' })
  await people.getByRole('option', { name: 'Priya Shah' }).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  // The first of this name may be that of an earlier attempt.
  await page.keyboard.press('Enter')
  await people.waitFor({ state: 'detached' })
  await page.keyboard.type('about the chart')
  await page.keyboard.press('Enter')
  await pasteImage(page, 'chart.png')
  await panel('New note').getByRole('img', { name: 'chart.png' }).waitFor()
  await page.getByLabel('Title').fill('Morning call')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await panel('New note').waitFor({ state: 'detached' })
  const note = timelineItem(page, 'Note: Morning call')
  await note.getByText('@Priya Shah').waitFor()
  await note.getByRole('img', { name: 'chart.png' }).waitFor()
}

/** A call with someone of theirs, without touching the mouse. */
async function logCall({ contact }: Customer): Promise<void> {
  await page.keyboard.press('a')
  const call = page.getByRole('radio', { name: 'Call' })
  await call.waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Choose an activity type.').waitFor()
  await call.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Renewal')
  await panel('Log an activity').getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'Duration' }).fill('45')
  await page.getByRole('combobox', { name: 'Contacts' }).focus()
  await page.keyboard.type(contact)
  await page.getByRole('option', { name: contact }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Outcome' }).fill('They renew')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await panel('Log an activity').waitFor({ state: 'detached' })
  const activity = timelineItem(page, 'Activity: Renewal')
  for (const said of ['45 min', 'They renew', contact]) await activity.getByText(said).first().waitFor()
}

async function setPulse({ accountId }: Customer): Promise<void> {
  await page.keyboard.press('p')
  await page.getByRole('radio', { name: /Moderate/ }).waitFor()
  await page.getByRole('radio', { name: /High Risk/ }).focus()
  await page.keyboard.press('4')
  await text('Reason').focus()
  await page.keyboard.type('The sponsor is back')
  await page.keyboard.press('Control+Enter')
  await panel('Add a pulse').waitFor({ state: 'detached' })
  await timelineItem(page, 'Pulse').getByText('The sponsor is back').waitFor()
  const { data } = await client.get<{ data: { globalFields: object } }>(`/core/accounts/${accountId}`)
  expect(data.globalFields).toMatchObject({ pulse: 4 })
}

async function addFile(): Promise<void> {
  await page.keyboard.press('f')
  const drawer = panel('Add files')
  const buffer = Buffer.from('What we talked about')
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer })
  await drawer.getByRole('button', { name: /^minutes\.txt/ }).waitFor()
  await drawer.getByRole('textbox', { name: 'Comment' }).fill('Of the kick-off')
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Add files' }).click()
  await drawer.waitFor({ state: 'detached' })
  await openTab(/^Files/)
  await page.getByText('Of the kick-off').waitFor()
  await page.getByRole('rowheader').getByRole('button', { name: 'minutes.txt', exact: true }).click()
  await panel('minutes.txt').getByText('What we talked about').waitFor()
  await page.keyboard.press('Escape')
}

// Invitations go out by the same server.
const findMail = () => post.mails.find((mail) => /^Subject: Renewal\r?$/m.test(mail))

async function writeAndGetAnswer({ contact }: Customer): Promise<void> {
  await openTab(/^Emails/)
  await writeMail(page, contact, 'Renewal', 'Shall we talk?')
  await page.getByText('Email sent successfully').waitFor()
  await expect.poll(findMail).toBeDefined()
  const mail = findMail() ?? ''
  expect(mail).toMatch(new RegExp(`^To: .*<?${addressOf(contact, 'customer.test')}`, 'im'))
  expect(mail).toContain('Shall we talk?')
  await mailThread(page, /Renewal/).click()
  await mailReader(page).getByText('Shall we talk?').waitFor()

  await importMail(page, 'answer.eml', [
    `From: ${contact} <ada@elsewhere.test>`,
    'To: admin@example.com',
    'Subject: Re: Renewal',
    `Message-ID: <${unique('answer').replace(' ', '')}@customer.test>`,
    `In-Reply-To: ${messageIdOf(mail)}`,
    `Date: ${new Date(Date.now() + 60_000).toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Gladly, on Monday.',
    '',
    'On Sunday, Admin wrote:',
    '> Shall we talk?',
  ])
  await page.getByText('1 email imported').waitFor()
  const answer = mailReader(page).getByRole('article').nth(1)
  await answer.getByText('Gladly, on Monday.').waitFor()
  expect(await answer.getByText('> Shall we talk?').count()).toBe(0)
  await answer.getByRole('button', { name: 'Show quoted text' }).click()
  await answer.getByText('> Shall we talk?').waitFor()
  expect(await seriousFaults(page)).toEqual([])
}

/** What was deleted by mistake comes back as it was. */
async function deleteAndUndo(): Promise<void> {
  await openTab(/^Timeline/)
  await page.getByRole('button', { name: 'More about Morning call' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await timelineItem(page, 'Note: Morning call').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await timelineItem(page, 'Note: Morning call').getByRole('img', { name: 'chart.png' }).waitFor()
}

/** What the colleague finds, who was named in the note. */
async function seeAsColleague({ accountId, colleague }: Customer): Promise<void> {
  const priya = await visitAs(browser, server, colleague)
  await priya.page.goto(`/app/accounts/${accountId}?tab=timeline`)
  const note = timelineItem(priya.page, 'Note: Morning call')
  await note.getByText('New for you').waitFor()
  await note.getByRole('img', { name: 'chart.png' }).waitFor()
  await priya.page.getByRole('button', { name: 'Comment on Morning call' }).click()
  await priya.page.getByRole('textbox', { name: 'Comment' }).fill('It is on its way.')
  await priya.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await priya.page.getByRole('article', { name: 'Comment by Priya Shah' }).waitFor()
  await leave(priya)
}

// One walk through all of it takes a busy machine its time.
test('ten minutes before a call, and after it', async () => {
  post.mails.length = 0
  const theirs = await customer()
  await read(theirs)
  await logNote()
  await logCall(theirs)
  await setPulse(theirs)
  await addFile()
  await writeAndGetAnswer(theirs)
  await deleteAndUndo()
  await seeAsColleague(theirs)

  await page.goto(`/app/accounts/${theirs.accountId}?tab=timeline`)
  await timelineItem(page, 'Note: Morning call').getByText('New for you').waitFor()
  await page.getByRole('button', { name: '1 comment on Morning call' }).click()
  await page.getByRole('article', { name: 'Comment by Priya Shah' }).getByText('It is on its way.').waitFor()

  await openTab(/^Overview/)
  await page.getByRole('region', { name: 'Figures', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Files 1' }).waitFor()
  await page.getByRole('tab', { name: 'Emails 2' }).waitFor()
  const latest = page.getByRole('region', { name: 'Recent activity' })
  for (const name of ['Re: Renewal', 'Renewal']) {
    await latest.getByRole('link', { name, exact: true }).first().waitFor()
  }
  expect(await seriousFaults(page)).toEqual([])
}, 300_000)
