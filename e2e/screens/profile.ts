import type { Page } from 'playwright-core'
import type { Screen } from './administration.ts'

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/app/profile?security=true')
  await page.getByText('This session').waitFor()
  await page.getByText('Off. You log in with your password only.').waitFor()
}

/** The user's own screens, those of API tokens, and how the company signs in. */
export const profileScreens: readonly Screen[] = [
  {
    name: 'profile',
    async open(page) {
      await page.goto('/app/profile')
      await page.getByLabel('First name').waitFor()
    },
  },
  {
    name: 'crop of a picture',
    async open(page) {
      await page.goto('/app/profile')
      const buffer = await page.screenshot()
      const file = { name: 'me.png', mimeType: 'image/png', buffer }
      await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
      await page.getByRole('slider', { name: 'Zoom' }).waitFor()
    },
  },
  {
    name: 'first visit',
    async open(page) {
      await page.goto('/app/complete-profile')
      await page.getByRole('button', { name: 'Finish' }).waitFor()
    },
  },
  {
    name: 'security with another password',
    async open(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByLabel('New password').fill('harbour4')
    },
  },
  {
    name: 'authenticator app',
    async open(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Turn on authenticator app' }).click()
      await page.getByLabel('6-digit code').fill('000000')
      await page.getByText('Code mismatch and fail enable Software Token MFA').waitFor()
    },
  },
  {
    name: 'text messages',
    async open(page) {
      await openSecurity(page)
      await page.getByRole('button', { name: 'Turn on text message' }).click()
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByText('Enter your mobile number.').waitFor()
    },
  },
  {
    name: 'no API tokens',
    async open(page) {
      await page.goto('/app/profile/api-tokens')
      await page.getByText('No API tokens yet').waitFor()
    },
  },
  {
    name: 'API tokens',
    async open(page) {
      await page.goto('/app/settings/api-tokens')
      await page.getByRole('button', { name: '1 permission of Billing export' }).first().click()
      await page.getByText('record.read').waitFor()
    },
  },
  {
    name: 'new API token',
    async open(page) {
      await page.goto('/app/settings/api-tokens?create=true')
      await page.getByLabel('View records').check()
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByText('Enter a name.').waitFor()
    },
  },
  {
    name: 'sign-in settings with faults',
    async open(page) {
      await page.goto('/app/settings/sign-in')
      await page.getByRole('radio', { name: /^OpenID Connect/ }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enter the address of the issuer.').waitFor()
    },
  },
]
