import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { addPerson, giveSecondFactor, setForgottenPassword } from './people.ts'
import { leave, visitAs } from './visitor.ts'

/** A test that is tried again gets someone whom no attempt has touched. */
const attempts = 3

interface Somebody {
  name: string
  email: string
  userId: number
  /** The account they own. */
  accountId: number
}

let managerId: number
const normalUsers: Somebody[] = []
const viewers: Somebody[] = []
let lastInvitee = 0

const manager = {
  email: 'mia.manager@example.com',
  firstName: 'Mia',
  lastName: 'Manager',
  roleId: 2,
} as const

async function addSomebody(firstName: string, roleId: 1 | 4, turn: number): Promise<Somebody> {
  const email = `${firstName.toLowerCase()}${turn}@example.com`
  const lastName = `Number ${turn}`
  const userId = await addPerson(server, { email, firstName, lastName, roleId })
  return { name: `${firstName} ${lastName}`, email, userId, accountId: 0 }
}

openJourneys()

beforeAll(async () => {
  managerId = await addPerson(server, manager)
  for (let turn = 1; turn <= attempts; turn++) {
    normalUsers.push(await addSomebody('Noah', 1, turn))
    viewers.push(await addSomebody('Vera', 4, turn))
  }
  await giveSecondFactor(
    server,
    viewers.map(({ userId }) => userId),
  )
  for (const somebody of normalUsers) {
    const owned = { name: `Account of ${somebody.name}`, 'system:owners': [somebody.userId] }
    somebody.accountId = (await createRecord(client, 'accounts', owned)).accountId ?? 0
  }
})

const cellOf = (person: string, text: string): Locator =>
  page.getByRole('row').filter({ hasText: person }).getByRole('cell', { name: text, exact: true })
const message = (text: string): Locator => page.getByLabel('Messages').getByText(text)

async function chooseAct(name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function confirm(action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function inviteSomebody(): Promise<string> {
  lastInvitee += 1
  const email = `invitee${lastInvitee}@example.com`
  await client.post('/user-management/users', { data: [{ email, roleId: 1 }] })
  return email
}

test('many people are invited at once, and the outbox has their mails', async () => {
  const invited = `wanda${Date.now()}@example.com`
  const corrected = `cora${Date.now()}@example.com`
  await page.goto('/app/organizations/list')
  await page.getByText('No organizations yet').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Invite users' }).click()
  const drawer = page.getByRole('dialog', { name: 'Invite users' })
  const box = drawer.getByRole('textbox', { name: 'Email addresses' })
  await box.fill(`Wanda Weaver <${invited}>; ${corrected.replace('.com', '')}, admin@example.com ${invited}`)
  await box.press('Enter')

  const person = (email: string) => drawer.getByRole('listitem').filter({ hasText: email })
  await person(invited).getByText('Valid', { exact: true }).waitFor()
  await person('admin@example.com').getByText('Already Exists').waitFor()
  await drawer.getByText('Invalid Email Address').waitFor()
  await drawer.getByText('1 valid · 2 invalid · 1 entered twice was merged').waitFor()
  await drawer.getByRole('button', { name: `Role of ${invited}: Normal User` }).click()
  await page.getByRole('menuitemradio', { name: 'Viewer' }).click()
  await drawer.getByRole('button', { name: 'Invite 1', exact: true }).click()
  await drawer.getByText("Invitation sent; 2 couldn't be invited. Correct or remove them.").waitFor()

  await drawer.getByRole('button', { name: 'Remove admin@example.com' }).click()
  const correction = drawer.getByRole('textbox', { name: /^Correct cora/ })
  await correction.fill(corrected)
  await correction.press('Enter')
  await drawer.getByRole('button', { name: 'Invite 1', exact: true }).click()
  await message('Invitation sent').waitFor()
  await drawer.waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/tab=invited$/)
  await cellOf(invited, 'Viewer').waitFor()
  await cellOf(corrected, 'Normal User').waitFor()

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Outbox' }).click()
  await page.getByText('No mail server or SMS provider is connected. Messages are kept here.').waitFor()
  await page.getByRole('button', { name: invited }).click()
  await page.getByText(/Temporary password: \S+/).waitFor()
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByRole('heading').first().waitFor()
  // The styles of the mail are there although the content policy refuses inline ones.
  const display = `getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('a')).display`
  expect(await page.evaluate<string>(display)).toBe('inline-block')
})

test('an invitation is sent again, and revoked', async () => {
  const email = await inviteSomebody()
  await page.goto(`/app/user-management?tab=invited&q=${email}`)
  await chooseAct(email, 'Resend invitation')
  await confirm('Resend invitation')
  await message(`Invitation resent to ${email}`).waitFor()
  await chooseAct(email, 'Revoke invitation')
  await confirm('Revoke invitation')
  await message(`Invitation of ${email} revoked`).waitFor()
  await page.getByText(`No results for “${email}” in this tab`).waitFor()
  await page.getByRole('tab', { name: /^Deactivated/ }).click()
  await cellOf(email, 'Deactivated').waitFor()
})

test('a role is changed with its consequences in view; a second factor is switched off', async () => {
  const vera = viewers.shift()!
  await page.goto(`/app/user-management?q=${vera.email}`)
  await cellOf(vera.name, 'On').waitFor()
  await chooseAct(vera.name, 'Change role')
  const drawer = page.getByRole('dialog', { name: 'Change role' })
  expect(await drawer.getByRole('button', { name: 'Change role' }).isDisabled()).toBe(true)
  await drawer.getByRole('radio', { name: /^Manager/ }).check()
  const gained = drawer.getByRole('region', { name: 'What changes' })
  await gained.getByText('Edit, move, archive and assign records').waitFor()
  await drawer.getByRole('button', { name: 'Change role' }).click()
  await message(`Role of ${vera.name} changed to Manager`).waitFor()
  await cellOf(vera.name, 'Manager').waitFor()

  await chooseAct(vera.name, 'Disable two-factor authentication')
  await confirm('Disable')
  await message(`Two-factor authentication of ${vera.name} deactivated`).waitFor()
  await cellOf(vera.name, 'Off').waitFor()
})

test('why a change is refused stands in the panel', async () => {
  await page.goto('/app/user-management?role=1')
  const drawer = page.getByRole('dialog', { name: 'Change role' })
  await drawer.getByRole('radio', { name: /^Viewer/ }).check()
  await drawer.getByText('They will no longer be able to').waitFor()
  await drawer.getByRole('button', { name: 'Change role' }).click()
  await drawer.getByRole('alert').getByText('This is the last active administrator.').waitFor()
})

test('what is known of a person is changed, and a fault stands at its field', async () => {
  const vera = viewers.at(-1)!
  await page.goto(`/app/user-management?q=${vera.email}`)
  await page.getByRole('button', { name: vera.name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit user' })
  await drawer.getByLabel('Mobile number').fill('soon')
  await drawer.getByLabel('External ID').fill(`E-${Date.now()}`)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Start with + and the country code, such as +44 20 7946 0000.').waitFor()
  await drawer.getByLabel('Mobile number').fill('+44 20 7946 0000')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await message(`${vera.name} saved`).waitFor()
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: vera.name, exact: true }).click()
  expect(await drawer.getByLabel('Mobile number').inputValue()).toContain('7946')
})

async function handOverTo(heir: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('They own 1 account.').waitFor()
  await dialog.getByLabel('Transfer to a teammate').check()
  const heirs = dialog.getByRole('combobox', { name: /^New owner/ })
  await heirs.fill('Vera')
  const vera = page.getByRole('option', { name: /Vera .*Viewer/ }).first()
  await vera.waitFor()
  expect(await vera.getAttribute('aria-disabled')).toBe('true')
  await heirs.fill(heir)
  await page.getByRole('option', { name: heir }).click()
}

test('who is deactivated is out at once, and what they owned is handed over', async () => {
  const noah = normalUsers.shift()!
  const other = await visitAs(browser, server, noah.email)
  await other.page.goto('/app/accounts/list')
  await other.page.getByText('1 account', { exact: true }).waitFor()

  await page.goto(`/app/user-management?q=${noah.email}`)
  await chooseAct(noah.name, 'Deactivate')
  await handOverTo('Mia Manager')
  await confirm('Deactivate')
  await message(`${noah.name} deactivated; their records go to Mia Manager`).waitFor()
  await other.page.getByRole('searchbox', { name: 'Search accounts' }).fill('Account')
  await other.page.getByRole('dialog', { name: 'Session Expired' }).waitFor({ timeout: 5000 })
  await leave(other)

  const owners = async () => {
    const { data } = await client.get<{ data: ListedRecord }>(`/core/accounts/${noah.accountId}`)
    return (data.globalFields['owners'] as { id: number }[]).map(({ id }) => id)
  }
  await expect.poll(owners).toEqual([managerId])

  await page.getByRole('tab', { name: /^Deactivated/ }).click()
  await chooseAct(noah.name, 'Reactivate')
  await confirm('Reactivate')
  await message(`${noah.name} reactivated`).waitFor()
  await setForgottenPassword(server, noah.email)
  const again = await visitAs(browser, server, noah.email)
  await again.page.goto('/app/accounts/list')
  await again.page.getByText('No accounts yet').waitFor()
  await leave(again)
})

async function seesNoAdministration(on: Page): Promise<void> {
  await on.goto('/app/user-management')
  await on.getByRole('table', { name: 'Users' }).getByText('Mia Manager').waitFor()
  expect(await on.getByRole('button', { name: 'Invite users' }).count()).toBe(0)
  expect(await on.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  const sections = on.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const names = await sections.allInnerTexts()
  for (const hidden of ['Roles', 'Audit log', 'Outbox']) expect(names).not.toContain(hidden)
}

test('a Manager sees who works here, and can administer nothing', async () => {
  const mia = await visitAs(browser, server, manager.email)
  const theirs = mia.page
  await seesNoAdministration(theirs)
  await theirs.goto('/app/user-management?invite=true')
  await theirs.getByRole('table', { name: 'Users' }).getByText('Mia Manager').waitFor()
  expect(await theirs.getByRole('dialog').count()).toBe(0)
  for (const [address, what] of [
    ['/app/user-management/roles', 'the roles'],
    ['/app/settings/audit-log', 'the audit log'],
    ['/app/settings/outbox', 'the outbox'],
  ] as const) {
    await theirs.goto(address)
    await theirs.getByText(`You don't have access to ${what}`).waitFor()
  }
  await theirs.keyboard.press('Control+k')
  await theirs.getByRole('combobox', { name: 'Search records or type a command' }).fill('>audit')
  await theirs.getByText('Nothing matches “audit”').waitFor()
  await leave(mia)
})

test('the matrix of roles tells what each may do', async () => {
  await page.goto('/app/user-management/roles')
  const row = page.getByRole('row', { name: /^Read and export the audit log/ })
  await row.waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['No', 'No', 'Yes', 'No'])
})

test('the audit log tells of all of it, is narrowed down by address, and exported', async () => {
  const email = await inviteSomebody()
  await page.goto(`/app/settings/audit-log?q=${email}&action=user`)
  const entry = page.getByRole('button', { name: `${email} invited as Normal User` })
  await entry.click()
  const details = page.getByRole('listitem').filter({ has: entry })
  await details.getByText('user.invited').waitFor()
  await details.getByText('127.0.0.1').waitFor()
  expect(await page.getByRole('combobox', { name: 'Action' }).inputValue()).toBe('User: anything')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^steward-audit-[\dT-]+\.csv$/)
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${email} invited as Normal User`)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('button', { name: /exported/i })
    .first()
    .waitFor()
  expect(page.url()).toMatch(/audit-log$/)
})
