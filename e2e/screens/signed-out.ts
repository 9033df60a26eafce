import type { Page } from 'playwright-core'
import type { Screen } from './administration.ts'

/** Opens the screen of a challenge as a reload would, from what the tab keeps of it. */
async function openChallenge(page: Page, address: string, challengeName: string): Promise<void> {
  const challenge = {
    challengeName,
    challengeUser: 'kept by the tab',
    destination: challengeName === 'SMS_MFA' ? '•••• 4821' : null,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    username: 'amara.osei@example.com',
    remember: false,
  }
  await page.goto('/login')
  const text = JSON.stringify(JSON.stringify(challenge))
  await page.evaluate(`sessionStorage.setItem('steward.challenge', ${text})`)
  await page.goto(address)
}

/** The screens of the signed-out area beside the sign-in, with what they say about wrong input. */
export const signedOutScreens: Screen[] = [
  {
    name: 'activate',
    async open(page) {
      await page.goto('/activate-account')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Please enter your password').waitFor()
    },
  },
  {
    name: 'forgot password',
    async open(page) {
      await page.goto('/forgot-password')
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'recovery email sent',
    async open(page) {
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Recovery email is on the way!' }).waitFor()
    },
  },
  {
    name: 'reset password',
    async open(page) {
      await page.goto('/reset-password?username=nobody@example.com')
      await page.getByLabel('New password').fill('Lanterns-over-water-7')
      await page.getByLabel('Confirm password').fill('another')
      await page.getByRole('button', { name: 'Reset password' }).click()
      await page.getByText('Please enter your verification code').waitFor()
    },
  },
  {
    name: 'change password',
    async open(page) {
      await openChallenge(page, '/change-password', 'NEW_PASSWORD_REQUIRED')
      await page.getByLabel('New password').fill('harbour4')
    },
  },
  {
    name: 'code by text message',
    async open(page) {
      await openChallenge(page, '/mfa', 'SMS_MFA')
      await page.getByLabel('6-digit code').fill('123')
    },
  },
  {
    name: 'code of an authenticator, and the way without it',
    async open(page) {
      await openChallenge(page, '/mfa', 'SOFTWARE_TOKEN_MFA')
      await page.getByRole('button', { name: 'Lost your device?' }).click()
      await page.getByRole('button', { name: 'Use recovery code' }).click()
      await page.getByText('Enter one of your recovery codes.').waitFor()
    },
  },
  {
    name: 'locked',
    async open(page) {
      await page.goto('/locked')
      await page.getByRole('heading', { name: 'Account locked' }).waitFor()
    },
  },
  {
    name: 'guide',
    async open(page) {
      await page.goto('/guide/')
      await page.getByRole('heading', { name: 'The first five minutes' }).waitFor()
    },
  },
  {
    name: 'page of the guide with a table',
    async open(page) {
      await page.goto('/guide/tasks/')
      await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
    },
  },
  {
    name: 'a link that does not unlock',
    async open(page) {
      await page.goto('/locked?token=none')
      await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
    },
  },
]
