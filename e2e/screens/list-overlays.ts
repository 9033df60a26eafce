import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './administration.ts'

async function openList(page: Page): Promise<void> {
  await page.goto('/app/accounts/list')
  await page.getByRole('link', { name: 'Alder' }).waitFor()
}

/** On a phone, filters are behind a button of their own. */
async function openFilters(page: Page): Promise<void> {
  const onPhone = page.getByRole('button', { name: 'Filters', exact: true })
  await onPhone
    .or(page.getByRole('button', { name: 'Add filter' }))
    .first()
    .waitFor()
  if (await onPhone.isVisible()) await onPhone.click()
  await page.getByRole('button', { name: 'Add filter' }).waitFor()
}

/** Overlays of the list of accounts, and a form with a draft. */
export const listOverlays: readonly Screen[] = [
  {
    name: 'filters of a list',
    async open(page) {
      await openList(page)
      await openFilters(page)
    },
  },
  {
    name: 'filter of a list',
    async open(page) {
      await openList(page)
      await openFilters(page)
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('option', { name: 'Lifecycle Stage' }).click()
      await page.getByRole('dialog', { name: 'Condition' }).getByRole('option', { name: 'Renewal' }).waitFor()
    },
  },
  {
    name: 'chooser of figures',
    async open(page) {
      await openList(page)
      await page.getByRole('button', { name: 'Choose figures' }).click()
      await page.getByRole('dialog', { name: 'Choose figures' }).getByRole('checkbox').first().waitFor()
    },
  },
  {
    // Cards on a phone have no menu of their own; they open the record.
    name: 'menu of a row',
    async open(page) {
      await openList(page)
      if ((await page.getByRole('grid').count()) === 0) return
      await page.getByRole('rowheader', { name: 'Alder' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    },
  },
  {
    name: 'record beside the list',
    async open(page) {
      await openList(page)
      if ((await page.getByRole('grid').count()) === 0) return
      await page.getByRole('rowheader', { name: 'Alder' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Preview' }).click()
      await page
        .getByRole('complementary', { name: 'Peek' })
        .getByRole('heading', { name: 'Alder' })
        .waitFor()
    },
  },
  {
    name: 'form with a restored draft',
    async open(page) {
      const form = page.getByRole('dialog', { name: 'New account' })
      await page.goto('/app/accounts/list?create=true')
      await form.getByRole('textbox', { name: 'Name' }).fill('Unfinished')
      await expect.poll(() => page.evaluate('JSON.stringify(sessionStorage)')).toContain('Unfinished')
      await page.goto('/app/organizations/list')
      await page.goto('/app/accounts/list?create=true')
      await form.getByRole('button', { name: 'Start over' }).waitFor()
    },
  },
]
