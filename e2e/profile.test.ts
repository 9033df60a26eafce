import { browser, client, server, startJourneys } from './journey.ts'
import { expect, test } from 'vitest'
import { addSomebody } from './people.ts'
import { leave, signInByForm, visit, visitAs } from './visitor.ts'

startJourneys()

/** Pixels of a picture that has loaded. */
function widthOf(image: unknown): number {
  return (image as { naturalWidth: number }).naturalWidth
}

test('each field is saved as it is left, and what is refused stays as it was typed', async () => {
  const { email } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await page.goto('/app/profile')
  const firstName = page.getByLabel('First name')
  await firstName.fill('Philippa')
  await firstName.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  const mobile = page.getByLabel('Mobile number')
  await mobile.fill('nonsense')
  await mobile.press('Tab')
  await page.getByText('Start with + and the country code, such as +44 20 7946 0000.').waitFor()
  expect(await mobile.inputValue()).toBe('nonsense')
  await mobile.fill('+44 20 7946 0000')
  await mobile.press('Tab')
  await page
    .getByText('Start with + and the country code, such as +44 20 7946 0000.')
    .waitFor({ state: 'detached' })

  await expect
    .poll(() => client.get<object>('/users'))
    .toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ email, firstName: 'Philippa', mobileNumber: '+44 20 7946 0000' }),
      ]) as unknown,
    })
  await page.reload()
  expect(await page.getByLabel('First name').inputValue()).toBe('Philippa')
  await leave(visitor)
})

test('locale and time zone change at once how numbers and dates read, and stay', async () => {
  const { email } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await page.goto('/app/profile')
  const example = page.getByText(/^Example:/)
  const american = await example.innerText()
  expect(american).toMatch(/\w{3} \d{1,2}, \d{4}, .* [AP]M · 1,234,567\.89$/)
  await page.getByLabel('Locale').fill('German (Ger')
  await page.getByRole('option', { name: /^German \(Germany\)/ }).click()
  const german = /\d{2}\.\d{2}\.\d{4}, (\d{2}:\d{2}) · 1\.234\.567,89$/
  await expect.poll(() => example.innerText()).toMatch(german)
  const [, inUtc] = german.exec(await example.innerText()) ?? []
  await page.getByLabel('Time zone').fill('tokyo')
  await page.getByRole('option', { name: /^Asia\/Tokyo/ }).click()
  await expect.poll(() => example.innerText()).not.toContain(`, ${inUtc}`)

  await page.goto('/app/settings/audit-log')
  await page
    .getByText(/^\d{1,2}\. \p{L}+|Today/u)
    .first()
    .waitFor()
  await page.goto('/app/profile')
  expect(await example.innerText()).toMatch(german)
  await page.getByRole('button', { name: 'Clear' }).first().click()
  await expect.poll(() => example.innerText()).toMatch(/1,234,567\.89$/)
  await leave(visitor)
})

test('a picture is cropped, saved and shown in the list of users; other files are refused', async () => {
  const { email, lastName } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await page.goto('/app/profile')
  const file = page.getByLabel('Picture', { exact: true })
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText("This image can't be read.").waitFor()
  const buffer = await page.screenshot()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await zoom.press('ArrowRight')
  expect(Number(await zoom.inputValue())).toBeGreaterThan(1)
  await dialog.getByRole('button', { name: /^Crop area/ }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await page.getByLabel('Messages', { exact: true }).getByText('Picture saved').waitFor()

  await page.goto('/app/user-management')
  const picture = page.getByRole('row').filter({ hasText: lastName }).locator('img')
  await expect.poll(() => picture.evaluate(widthOf).catch(String)).toBe(600)
  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Messages', { exact: true }).getByText('Picture removed').waitFor()
  await page.getByRole('button', { name: 'Choose picture' }).waitFor()
  await leave(visitor)
})

test('the first visit asks for the profile, and goes on to the records', async () => {
  const { email } = await addSomebody(server, { profileCompleted: false })
  const visitor = await visit(browser, server)
  const { page } = visitor
  await page.goto('/login')
  await signInByForm(page, email)
  await page.waitForURL('**/app/complete-profile')
  await page.getByLabel('First name').fill('Paula')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/app/organizations/list*')
  await page.goto('/app/profile')
  expect(await page.getByLabel('First name').inputValue()).toBe('Paula')
  await leave(visitor)
})

test('a personal token works until it is revoked', async () => {
  const { email } = await addSomebody(server)
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await page.goto('/app/profile/api-tokens')
  await page.getByText('No API tokens yet').waitFor()
  await page.getByText(`${server.url}/api/core/accounts`).waitFor()
  await page.getByRole('button', { name: 'New token' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New API token' })
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByText('Enter a name.').waitFor()
  await drawer.getByLabel('Name').fill('Billing export')
  expect(await drawer.getByLabel('View records').isChecked()).toBe(true)
  expect(await drawer.getByLabel('Edit, move, archive').isChecked()).toBe(false)
  await drawer.getByRole('checkbox', { name: 'See', exact: true }).uncheck()
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByText('Choose at least one permission.').waitFor()
  await drawer.getByLabel('View records').check()
  await drawer.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('dialog', { name: 'Your new token' }).getByText(/^stw_/).innerText()
  const status = async (path: string) =>
    (await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await status('/core/accounts')).toBe(200)
  expect(await status('/core/fields?level=account')).toBe(403)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: '1 permission of Billing export' }).click()
  await page.getByRole('dialog', { name: 'Permissions of Billing export' }).getByText('record.read').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke Billing export' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke Billing export?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await expect.poll(() => status('/core/accounts'), { timeout: 5000 }).toBe(401)
  await leave(visitor)
})

test('a provider that does not answer is not taken, and what was typed stays', async () => {
  const visitor = await visitAs(browser, server)
  const { page } = visitor
  await page.goto('/app/settings/sign-in')
  await page.getByRole('radio', { name: /^OpenID Connect/ }).check()
  await page.getByText(/\/api\/identity\/oidc\/callback$/).waitFor()
  await page.getByText('Administrators can always log in with their Steward password').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter the address of the issuer.').waitFor()
  await page.getByLabel('Issuer').fill('https://127.0.0.1:9')
  await page.getByLabel('Client ID').fill('steward')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByRole('alert').waitFor()
  expect(await page.getByLabel('Issuer').inputValue()).toBe('https://127.0.0.1:9')
  expect(await client.get<object>('/identity/sign-in-settings')).toMatchObject({
    data: { provider: 'built-in' },
  })

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByLabel('Email domains of the company').fill('example.com nonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('nonsense: Enter a domain like example.com.').waitFor()
  await page.getByLabel('Email domains of the company').fill('example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Messages', { exact: true }).getByText('Sign-in settings saved').waitFor()
  await page.reload()
  expect(await page.getByLabel('Email domains of the company').inputValue()).toBe('example.com')
  await leave(visitor)
})

test('the start page is that of the company, or one of the user’s own', async () => {
  const { email } = await addSomebody(server)
  await client.patch('/identity/company', { startPage: 'today' })
  const visitor = await visitAs(browser, server, email)
  const { page } = visitor
  await page.goto('/app')
  await page.waitForURL('**/app/today')
  await page.goto('/app/profile')
  await page.getByLabel('Start page').getByText('Company default (Today)').waitFor()
  await page.getByLabel('Start page').click()
  await page.getByRole('option', { name: 'Tasks' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.goto('/app')
  await page.waitForURL('**/app/tasks*')
  await page.goto('/app/profile')
  await page.getByLabel('Start page').click()
  await page.getByRole('option', { name: 'Company default (Today)' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.goto('/app')
  await page.waitForURL('**/app/today')
  await leave(visitor)
})
