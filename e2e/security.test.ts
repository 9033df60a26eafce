import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByApi } from './client.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { addSomebody, withDatabase } from './people.ts'
import { codeOf, newestSms } from './second-factor.ts'
import { administrator } from './server.ts'
import { leave, signInByForm, visit, visitAs } from './visitor.ts'

startJourneys()

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/app/profile?security=true')
  await page.getByText('This session').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'My company' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
}

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await dialog.waitFor()
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await dialog.getByRole('button', { name: "I've saved my codes" }).click()
  await dialog.waitFor({ state: 'detached' })
  return codes
}

test('an authenticator app is set up, asked for at the next sign-in, and a recovery code replaces it', async () => {
  const { email } = await addSomebody(server)
  const visitor = await visit(browser, server)
  const { page } = visitor
  await page.goto('/login')
  await signInByForm(page, email)
  await page.waitForURL('**/app/organizations/list*')
  await openSecurity(page)
  await page.getByText('Off. You log in with your password only.').waitFor()
  await page.getByRole('button', { name: 'Turn on authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on authenticator app' })
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('6-digit code').fill('000000')
  await dialog.getByText('Code mismatch and fail enable Software Token MFA').waitFor()
  expect(await page.getByLabel('Messages', { exact: true }).getByRole('button').count()).toBe(0)
  await dialog.getByLabel('6-digit code').fill(codeOf(secret))
  const [recoveryCode = ''] = await keepRecoveryCodes(page)
  await page.getByText('On: codes from an authenticator app').waitFor()
  await page.getByText('10 codes are left').waitFor()

  await signOut(page)
  await signInByForm(page, email)
  await page.waitForURL('**/mfa')
  // No code is taken twice, and clocks may differ by one.
  await page.getByLabel('6-digit code').fill(codeOf(secret, 1))
  await page.waitForURL('**/app/organizations/list*')

  await signOut(page)
  await signInByForm(page, email)
  await page.waitForURL('**/mfa')
  await page.getByRole('button', { name: 'Lost your device?' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await page.waitForURL('**/app/organizations/list*')
  await openSecurity(page)
  await page.getByText('9 codes are left').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page
    .getByRole('dialog', { name: /^Turn off two-factor/ })
    .getByRole('button', { name: 'Turn off' })
    .click()
  await page.getByText('Off. You log in with your password only.').waitFor()
  await leave(visitor)
})

test('text messages are turned on by the code that was sent, and bring one at the next sign-in', async () => {
  const { email, phone } = await addSomebody(server)
  const visitor = await visit(browser, server)
  const { page } = visitor
  await page.goto('/login')
  await signInByForm(page, email)
  await page.waitForURL('**/app/organizations/list*')
  await openSecurity(page)
  await page.getByRole('button', { name: 'Turn on text message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on text messages' })
  await dialog.getByLabel('Mobile number').fill('020 7183 8750')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByText(/^Start with a plus/).waitFor()
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByRole('button', { name: /^Send another code in \d+ s/ }).waitFor()
  const first = await newestSms(client, phone)
  const wrong = first.code === '000000' ? '111111' : '000000'
  await dialog.getByLabel('6-digit code').fill(wrong)
  await dialog.getByText('Invalid verification code provided, please try again.').waitFor()
  expect(await page.getByLabel('Messages', { exact: true }).getByRole('button').count()).toBe(0)
  await dialog.getByLabel('6-digit code').fill(first.code)
  expect(await keepRecoveryCodes(page)).toHaveLength(10)
  await page.getByText(`On: codes by text message to •••• ${phone.slice(-4)}`).waitFor()

  await signOut(page)
  await signInByForm(page, email)
  await page.waitForURL('**/mfa')
  await expect.poll(async () => (await newestSms(client, phone)).messageId).not.toBe(first.messageId)
  await page.getByLabel('6-digit code').fill((await newestSms(client, phone)).code)
  await page.waitForURL('**/app/organizations/list*')
  await leave(visitor)
})

test('whoever logged in long ago confirms the password before the sign-in is changed', async () => {
  const { email, userId } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await withDatabase(server, (database) =>
    database.query(`update session set confirmed_at = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]),
  )
  await openSecurity(page)
  await page.getByRole('button', { name: 'Turn on authenticator app' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.getByText('Incorrect password').waitFor()
  await question.getByLabel('Password', { exact: true }).fill(administrator.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog', { name: 'Turn on authenticator app' }).getByLabel('6-digit code').waitFor()
  await leave(visitor)
})

test('another password is set in the drawer, and is the one that counts', async () => {
  const { email } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await openSecurity(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('Lighthouse-keeper-7')
  await page.getByLabel('Confirm password').fill('Lighthouse-keeper-7')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Incorrect password').waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe('Lighthouse-keeper-7')
  await page.getByLabel('Current password').fill(administrator.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .getByLabel('Messages', { exact: true })
    .getByText('Password changed. Your other sessions ended.')
    .waitFor()
  await expect(signInByApi(server, email)).rejects.toThrow('Incorrect username or password')
  await leave(visitor)
})

test('a session that is ended elsewhere ends within seconds', async () => {
  const { email } = await addSomebody(server)
  const [here, there] = [await visitAs(browser, server, email), await visitAs(browser, server, email)]
  await there.page.goto('/app/organizations/list')
  await there.page.getByText('No organizations yet').waitFor()
  await openSecurity(here.page)
  await here.page.getByRole('button', { name: /^Log out node/ }).click()
  await here.page
    .getByLabel('Messages', { exact: true })
    .getByText(/^Logged out:/)
    .waitFor()
  await there.page.getByRole('searchbox', { name: 'Search organizations' }).fill('Alder')
  await there.page.getByRole('dialog', { name: 'Session Expired' }).waitFor({ timeout: 5000 })
  await here.page.getByRole('button', { name: /^Log out node/ }).waitFor({ state: 'detached' })
  await leave(there)
  await leave(here)
})
