import { expect, test } from 'vitest'
import { signInByApi } from './client.ts'
import { browser, openJourneys, page, server } from './journey.ts'
import { expireSessions } from './people.ts'
import { administrator } from './server.ts'
import { signInByForm, visitAs } from './visitor.ts'

openJourneys('stranger')

const theme = () => page.evaluate<string | undefined>('document.documentElement.dataset.theme')

test('an empty form says what is missing, one field after the other', async () => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Please enter your username').waitFor()
  await page.getByText('Please enter your password').waitFor()
  expect(await page.evaluate('document.activeElement.name')).toBe('username')
})

test('a wrong password is told in a bar above the form, which keeps the username', async () => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()
  const bar = page.getByRole('alert')
  await bar.getByText('Incorrect username or password').waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe(administrator.username)
  await bar.getByRole('button', { name: 'Close message' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('the password is hidden until it is asked for', async () => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: /^Show/ }).click()
  expect(await password.getAttribute('type')).toBe('text')
})

test('logging in leads to the organizations, and logging out back to the form', async () => {
  await page.goto('/login')
  await signInByForm(page)
  await page.waitForURL('**/app/organizations/list*')
  await page.getByText('No organizations yet').waitFor()
  await page.getByRole('button', { name: 'My company' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await page.goto('/app/organizations/list')
  await page.waitForURL('**/login')
})

test('logging in leads to the address that was asked for', async () => {
  await page.goto('/app/accounts/list?q=harbour&sort=name%3ADESC')
  await page.waitForURL('**/login')
  await signInByForm(page)
  await page.waitForURL('**/app/accounts/list?**')
  expect(await page.getByRole('searchbox', { name: 'Search accounts' }).inputValue()).toBe('harbour')
})

test('an unknown address outside the app is the sign-in', async () => {
  await page.goto('/no/such/place')
  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
})

test('an unknown address inside the app says so and leads back to the records', async () => {
  const known = await visitAs(browser, server)
  await known.page.goto('/app/no-such-place')
  await known.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await known.page.getByRole('main').getByRole('link', { name: 'Contacts' }).click()
  await known.page.getByText('No contacts yet').waitFor()
  await known.context.close()
})

test('a session that ended is told in a dialog, and the screen is there again after logging in', async () => {
  const known = await visitAs(browser, server)
  await known.page.goto('/app/contacts/list')
  await known.page.getByText('No contacts yet').waitFor()
  const another = await signInByApi(server)
  const answer = () => another.get('/identity/session').then(() => 'welcome', String)
  expect(await answer()).toBe('welcome')
  await expireSessions(server)
  // The server believes what it read for two seconds; the other session was read last.
  await expect.poll(answer, { timeout: 10_000 }).toContain('401')

  await known.page.getByRole('searchbox', { name: 'Search contacts' }).fill('Amara')
  const dialog = known.page.getByRole('dialog', { name: 'Session Expired' })
  await dialog
    .getByText('You have been signed out automatically due to inactivity and as a security precaution.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await known.page.waitForURL('**/login')
  await known.page.getByText('For security reasons you have been signed out automatically.').waitFor()
  await signInByForm(known.page)
  await known.page.waitForURL('**/app/contacts/list?**')
  expect(await known.page.getByRole('searchbox', { name: 'Search contacts' }).inputValue()).toBe('Amara')
  await known.context.close()
})

test('a chosen theme is there before anything is drawn, also after a reload', async () => {
  await page.goto('/login')
  await signInByForm(page)
  await page.getByText('No organizations yet').waitFor()
  expect(await theme()).toBeUndefined()
  await page.getByRole('button', { name: 'My company' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(theme).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('dark')
  await page.getByText('No organizations yet').waitFor()
})
