import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { signInByApi } from './client.ts'
import { client as admin, openJourneys, page, server, visitor } from './journey.ts'
import { messageTo, partOf } from './messages.ts'
import { addPerson } from './people.ts'
import { codeOf, useAuthenticator, useTextMessages } from './second-factor.ts'
import { administrator } from './server.ts'
import { signInByForm } from './visitor.ts'

const newPassword = 'Lanterns-over-water-7'

let people = 0

openJourneys('stranger')

/** Someone of their own for a test, who has the administrator's password. */
async function newPerson(): Promise<string> {
  people += 1
  const email = `person-${people}@example.com`
  await addPerson(server, { email, firstName: 'Amara', lastName: 'Osei', roleId: 2 })
  return email
}

async function choosePassword(password: string, button: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: button }).click()
}

/** Faults of the screen that is shown, in both themes, wide and narrow. */
async function faultsInEveryLook(): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await seriousFaultsInThemes(page)))
  }
  return faults
}

const logIn = (username: string, password: string) => signInByForm(page, username, password)
const arrived = () => page.waitForURL('**/app/organizations/list*')

test('a forgotten password is replaced with the code of an email', async () => {
  const username = await newPerson()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please enter your username').waitFor()
  await page.getByLabel('Email').fill(` ${username.toUpperCase()} `)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Recovery email is on the way!' }).waitFor()
  await page.getByText(/inbox and spam folder/).waitFor()
  expect(await page.getByRole('button', { name: /^Send again in \d+ s$/ }).isDisabled()).toBe(true)
  const code = partOf(await messageTo(admin, username, 'password-reset'), /\n {4}(\w{6})\n/)

  await page.getByRole('button', { name: 'Enter the code' }).click()
  await page.waitForURL(`**/reset-password?username=${encodeURIComponent(username)}`)
  expect(await page.getByRole('button', { name: /^Resend Code in \d+ s$/ }).isDisabled()).toBe(true)
  const reset = page.getByRole('button', { name: 'Reset password' })
  expect(await reset.isDisabled()).toBe(true)
  const guide = page.getByRole('list', { name: 'The password needs' })
  await page.getByLabel('New password').fill('harbour4')
  expect(await guide.getByText(': missing').count()).toBe(2)
  await page.getByLabel('New password').fill(newPassword)
  expect(await guide.getByText(': missing').count()).toBe(0)
  await page.getByLabel('Confirm password').fill('something else')
  await reset.click()
  await page.getByText('Please enter your verification code').waitFor()
  await page.getByText('The two passwords that you entered do not match').waitFor()
  await page.getByLabel('Verification code').fill('000000')
  await choosePassword(newPassword, 'Reset password')
  await page.getByText('Invalid verification code provided, please try again.').waitFor()
  await page.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await reset.click()
  await page.waitForURL('**/login')
  await page.getByText('Your password was changed. Log in with the new one.').waitFor()
  await logIn(username, newPassword)
  await arrived()
})

test('a code can be sent again from where it is entered', async () => {
  const username = await newPerson()
  await page.goto(`/reset-password?username=${username}`)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await page.getByText('Sent again').waitFor()
  await page.getByRole('button', { name: /^Resend Code in \d+ s$/ }).waitFor()
  await messageTo(admin, username, 'password-reset')
  // A reload forgets the countdown, the server doesn't.
  await page.reload()
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await page.getByText('Not sent. A code was requested a moment ago.').waitFor()
  expect(await page.getByRole('button', { name: /^Resend Code in \d+ s$/ }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Back to Log in' }).click()
  await page.waitForURL('**/login')
})

test('an account is locked after ten wrong passwords and opened by the link of an email', async () => {
  const username = await newPerson()
  await page.goto('/login')
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await logIn(username, `wrong ${attempt}`)
    await page.getByRole('alert').getByText('Incorrect username or password').waitFor()
    await page.getByRole('button', { name: 'Close message' }).click()
  }
  await logIn(username, 'wrong 10')
  await page.waitForURL('**/locked')
  await page
    .getByText(
      'Your account was locked after too many failed log in attempts. Check your inbox for a link to unlock it.',
    )
    .waitFor()
  const link = partOf(await messageTo(admin, username, 'account-locked'), /(\/locked\?token=\S+)/)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Your account is unlocked' }).waitFor()
  await page.getByRole('button', { name: 'Back to Log in' }).click()
  await logIn(username, administrator.password)
  await arrived()
  await page.goto(link)
  await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
})

test('an invited user logs in with the temporary password and chooses another', async () => {
  const username = 'invited@example.com'
  await admin.post('/user-management/users', { data: [{ email: username, roleId: 2 }] })
  const message = await messageTo(admin, username, 'invitation')
  await page.goto(partOf(message, /(\/activate-account\?username=\S+)/))
  const field = page.getByLabel('Username')
  expect(await field.inputValue()).toBe(username)
  expect(await field.getAttribute('placeholder')).toBe('Email Address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please enter your password').waitFor()
  await page.getByLabel('Temporary password').fill('not it')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('alert')
    .getByText(/ask your administrator for a new one/)
    .waitFor()
  await page.getByLabel('Temporary password').fill(partOf(message, /Temporary password: (\S+)/))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/change-password')
  // The challenge is kept over a reload, the password is not.
  await page.reload()
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
    partOf(message, /Temporary password: (\S+)/),
  )
  expect(await page.getByRole('button', { name: 'Save and continue' }).isDisabled()).toBe(true)
  await choosePassword('Password1!', 'Save and continue')
  await page.getByText('This is one of the most common passwords.').waitFor()
  await choosePassword(newPassword, 'Save and continue')
  await page.waitForURL('**/app/complete-profile')
  await page.getByRole('button', { name: 'Finish' }).waitFor()
})

test('a code by text message is the second step, and can be asked for again', async () => {
  const username = await newPerson()
  const phone = '+447700900123'
  await useTextMessages(await signInByApi(server, username), admin, phone)
  await page.goto('/app/contacts/list')
  await page.waitForURL('**/login')
  await logIn(username, administrator.password)
  await page.waitForURL('**/mfa')
  await page.getByText(/Enter the code we sent to •+/).waitFor()
  expect(await page.getByRole('button', { name: /^Send another code in \d+ s$/ }).isDisabled()).toBe(true)
  const code = partOf(await messageTo(admin, phone, 'sign-in-code'), /\b(\d{6})\b/)
  const digits = page.getByLabel('6-digit code')
  const verify = page.getByRole('button', { name: 'Verify' })
  await digits.pressSequentially(code.slice(0, 5))
  expect(await verify.isDisabled()).toBe(true)
  await digits.press('Backspace')
  await digits.pressSequentially(code === '000000' ? '11' : '00')
  await page.getByText('Invalid code or auth state for the user.').waitFor()
  expect(await digits.inputValue()).toBe('')
  // Paste fills the boxes, and the sixth digit sends.
  await digits.fill(code)
  await page.waitForURL('**/app/contacts/list*')
})

test('a code of an authenticator is the second step, and a recovery code stands in for it', async () => {
  const username = await newPerson()
  const { secret, recoveryCodes } = await useAuthenticator(await signInByApi(server, username))
  await page.goto('/login')
  await logIn(username, administrator.password)
  await page.waitForURL('**/mfa')
  await page.getByText('Enter the code from your authenticator app.').waitFor()
  expect(await page.getByRole('button', { name: /^Send another code/ }).count()).toBe(0)
  await page.getByLabel('6-digit code').pressSequentially(codeOf(secret))
  await arrived()
  await visitor.context.clearCookies()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')

  await page.goto('/login')
  await logIn(username, administrator.password)
  await page.waitForURL('**/mfa')
  await page.getByRole('button', { name: 'Lost your device?' }).click()
  await page.getByText(/contact support or your administrator to recover the account/).waitFor()
  await page.getByLabel('Recovery code').fill('wrong-code')
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await page.getByText('Invalid code received for user').waitFor()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] as string)
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await arrived()
})

test('where the company asks for a second factor, it is set up at sign-in', async () => {
  const username = await newPerson()
  await admin.patch('/identity/sign-in-settings', { mfaRequired: true })
  try {
    await page.goto('/login')
    await logIn(username, administrator.password)
    await page.waitForURL('**/mfa')
    await page.getByRole('heading', { name: 'Set up two-factor verification' }).waitFor()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    expect(await faultsInEveryLook()).toEqual([])
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('6-digit code').pressSequentially(codeOf(secret))
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    expect(await faultsInEveryLook()).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('steward-recovery-codes.txt')
    await page.getByRole('button', { name: 'Continue' }).click()
    await arrived()
  } finally {
    await admin.patch('/identity/sign-in-settings', { mfaRequired: false })
  }
})

test('screens of a step that nobody has come to lead to the sign-in', async () => {
  for (const address of ['/mfa', '/change-password', '/reset-password']) {
    await page.goto(address)
    await page.waitForURL('**/login')
    await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  }
})

test('the address that was asked for outlasts a detour on the way to it', async () => {
  const username = await newPerson()
  await page.goto('/app/accounts/list?q=harbour')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to Log in' }).click()
  await logIn(username, administrator.password)
  await page.waitForURL('**/app/accounts/list?**')
})

test('an access token that has ended is renewed without a word, also by another tab', async () => {
  const username = await newPerson()
  await page.goto('/login')
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await logIn(username, administrator.password)
  await arrived()
  const age = `localStorage.setItem('steward.auth', JSON.stringify({
    ...JSON.parse(localStorage.getItem('steward.auth')), expiresAt: '2000-01-01T00:00:00Z' }))`
  await page.evaluate(age)
  await page.goto('/app/contacts/list')
  await page.getByText('No contacts yet').waitFor()
  const other = await visitor.context.newPage()
  await other.goto('/app/accounts/list')
  await other.getByText('No accounts yet').waitFor()
  const stored = `localStorage.getItem('steward.auth')`
  expect(await other.evaluate(stored)).not.toContain('2000-01-01')

  // Logging out in one tab is logging out in all of them.
  await page.getByRole('button', { name: 'My company' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await other.waitForURL('**/login')
  expect(await other.evaluate(stored)).toBeNull()
  await expect.poll(async () => (await visitor.context.cookies()).map(({ name }) => name)).toEqual([])
})

test('a sign-in that is not remembered is that of its tab', async () => {
  await page.goto('/login')
  await logIn(await newPerson(), administrator.password)
  await arrived()
  await page.reload()
  await arrived()
  const other = await visitor.context.newPage()
  await other.goto('/app/contacts/list')
  await other.waitForURL('**/login')
})
