import type { Page } from 'playwright-core'
import type { Client } from '../client.ts'

export interface Screen {
  name: string
  open(page: Page): Promise<void>
}

/** Gives the screens of administration something to show. */
export async function prepareAdministration(client: Client): Promise<void> {
  const data = [{ email: 'wanda.weaver@example.com', roleId: 1 }]
  await client.post('/user-management/users', { data })
  const token = { scope: 'tenant', name: 'Billing export', permissions: ['record.read'], roleId: 4 }
  await client.post('/identity/api-tokens', token)
  const tier = { columnLevel: 'account', displayName: 'Tier', dataType: 'singlePicklist' }
  await client.post('/core/fields', { ...tier, picklistDefinition: ['Gold', 'Silver'] })
}

async function openActions(page: Page, person: string): Promise<void> {
  await page.goto('/app/user-management?tab=invited')
  await page.getByRole('button', { name: `Actions for ${person}` }).click()
  await page.getByRole('menuitem', { name: 'Edit info' }).waitFor()
}

/** The screens of administration in the states that look different. */
export const administrationScreens: readonly Screen[] = [
  {
    name: 'users',
    async open(page) {
      await page.goto('/app/user-management')
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor()
    },
  },
  { name: 'actions on a user', open: (page) => openActions(page, 'wanda.weaver@example.com') },
  {
    name: 'confirmation',
    async open(page) {
      await openActions(page, 'wanda.weaver@example.com')
      await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).waitFor()
    },
  },
  {
    name: 'no deactivated users',
    async open(page) {
      await page.goto('/app/user-management?tab=deactivated')
      await page.getByText('No deactivated users').waitFor()
    },
  },
  {
    name: 'invitations',
    async open(page) {
      await page.goto('/app/user-management?invite=true')
      const box = page.getByRole('textbox', { name: 'Email addresses' })
      await box.fill('new@example.com wanda.weaver@example.com nonsense')
      await box.press('Enter')
      await page.getByText('Already Exists').waitFor()
    },
  },
  {
    name: 'user',
    async open(page) {
      await page.goto('/app/user-management?edit=1')
      await page.getByLabel('First name').waitFor()
    },
  },
  {
    name: 'role of a user',
    async open(page) {
      await page.goto('/app/user-management?role=1')
      await page.getByRole('radio', { name: /^Viewer/ }).check()
      await page.getByText('They will no longer be able to').waitFor()
    },
  },
  {
    name: 'roles',
    async open(page) {
      await page.goto('/app/user-management/roles')
      await page.getByRole('table', { name: 'Role permissions' }).waitFor()
    },
  },
  {
    name: 'fields',
    async open(page) {
      await page.goto('/app/settings/data-management/account')
      await page.getByRole('button', { name: 'Tier is used in 0 places' }).waitFor()
    },
  },
  {
    name: 'field',
    async open(page) {
      await page.goto('/app/settings/data-management/account')
      await page.getByRole('button', { name: 'Tier', exact: true }).click()
      await page.getByRole('textbox', { name: 'Option 2' }).waitFor()
    },
  },
  {
    name: 'field to be deleted',
    async open(page) {
      await page.goto('/app/settings/data-management/account')
      await page.getByRole('button', { name: 'Actions for Tier' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByText('Not used, and no record has a value.').waitFor()
    },
  },
  ...['system', 'mapping', 'pins', 'sections'].map((tab) => ({
    name: `fields, ${tab}`,
    async open(page: Page) {
      await page.goto(`/app/settings/data-management/account?tab=${tab}`)
      await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
    },
  })),
  {
    name: 'audit log',
    async open(page) {
      await page.goto('/app/settings/audit-log?q=wanda')
      await page.getByRole('button', { name: /invited as/ }).click()
      await page.getByText('user.invited').waitFor()
    },
  },
  {
    name: 'audit log without a match',
    async open(page) {
      await page.goto('/app/settings/audit-log?q=nothing-of-this-name')
      await page.getByText('No entries match').waitFor()
    },
  },
  {
    name: 'outbox',
    async open(page) {
      await page.goto('/app/settings/outbox')
      await page.getByRole('button', { name: 'wanda.weaver@example.com' }).waitFor()
    },
  },
  {
    name: 'message',
    async open(page) {
      await page.goto('/app/settings/outbox')
      await page.getByRole('button', { name: 'wanda.weaver@example.com' }).click()
      await page.getByText(/Temporary password/).waitFor()
    },
  },
]
