import type { Page } from 'playwright-core'
import type { Screen } from '../screens/administration.ts'

/** What the screens of playbooks show. */
export interface PlaybookObjects {
  templateId: number
  name: string
  instanceId: number
  step: string
  segment: string
}

const list = (page: Page) => page.getByRole('list', { name: 'Playbooks' }).getByRole('listitem')

/** The screens of playbooks and of Today, with what opens over them. */
export function playbookScreens({ templateId, name, instanceId, step, segment }: PlaybookObjects): Screen[] {
  async function choose(page: Page, item: string): Promise<void> {
    await page.goto('/app/playbooks')
    await page.getByRole('button', { name: `More actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  async function openInstance(page: Page): Promise<void> {
    await page.goto(`/app/playbooks/instances/${instanceId}`)
    await page.getByRole('region', { name: 'Steps' }).waitFor()
  }
  async function openApply(page: Page): Promise<void> {
    await page.goto('/app/playbooks')
    await page.getByRole('button', { name: `Apply ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).waitFor()
  }
  return [
    {
      name: 'starters of playbooks',
      async open(page) {
        await page.goto('/app/playbooks')
        await list(page).first().waitFor()
        await page.getByRole('button', { name: 'New playbook' }).click()
        await page.getByRole('menuitem', { name: 'Onboarding' }).waitFor()
      },
    },
    {
      name: 'editor of a playbook',
      async open(page) {
        await page.goto(`/app/playbooks/${templateId}`)
        const steps = page.getByRole('region', { name: 'Steps' })
        await steps.getByRole('button', { name: 'Edit description' }).first().click()
        await steps.getByRole('textbox', { name: 'Description' }).waitFor()
      },
    },
    {
      name: 'change log of a playbook',
      async open(page) {
        await page.goto(`/app/playbooks/${templateId}`)
        await page.getByRole('button', { name: 'Change log' }).click()
        await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first().waitFor()
      },
    },
    { name: 'application of a playbook', open: openApply },
    {
      name: 'preview of an application',
      async open(page) {
        await openApply(page)
        const drawer = page.getByRole('dialog')
        await drawer.getByRole('combobox', { name: 'Segment' }).click()
        await page.getByRole('option', { name: segment }).click()
        await drawer.getByRole('button', { name: 'Preview' }).click()
        await drawer.getByText('Busiest weeks').waitFor()
      },
    },
    {
      name: 'effect of a playbook',
      async open(page) {
        await choose(page, 'Does it work?')
        await page.getByText('Not enough data yet').waitFor()
      },
    },
    {
      name: 'archiving a playbook',
      async open(page) {
        await choose(page, 'Archive')
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'running playbook', open: openInstance },
    {
      name: 'skipping a step',
      async open(page) {
        await openInstance(page)
        await page.getByRole('button', { name: `Skip ${step}` }).click()
        await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).waitFor()
      },
    },
    {
      name: 'rescheduling a playbook',
      async open(page) {
        await openInstance(page)
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Reschedule' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).waitFor()
      },
    },
    {
      name: 'selected running playbooks',
      async open(page) {
        await page.goto('/app/playbooks?tab=instances')
        await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
        await page.getByRole('group', { name: 'Selected playbooks' }).waitFor()
      },
    },
    {
      name: 'Today, with the menu of a card',
      async open(page) {
        await page.goto('/app/today')
        await page.getByRole('heading', { name: 'Your book' }).waitFor()
        await page
          .getByRole('button', { name: /^Snooze / })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Until tomorrow' }).waitFor()
      },
    },
    {
      name: 'why a card is not useful',
      async open(page) {
        await page.goto('/app/today')
        await page
          .getByRole('button', { name: /^Not useful/ })
          .first()
          .click()
        await page
          .getByRole('menuitem', { name: /^Not useful/ })
          .first()
          .waitFor()
      },
    },
    {
      name: 'why a card is not useful, in own words',
      async open(page) {
        await page.goto('/app/today')
        await page
          .getByRole('button', { name: /^Not useful/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Not useful: Another reason …' }).click()
        await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).waitFor()
      },
    },
    {
      name: 'weights of Today',
      async open(page) {
        await page.goto('/app/settings/today')
        await page
          .getByRole('list', { name: 'Order with these weights' })
          .getByRole('listitem')
          .first()
          .waitFor()
      },
    },
    {
      name: 'start page of the company',
      async open(page) {
        await page.goto('/app/settings/company')
        await page.getByRole('combobox', { name: 'Start page' }).click()
        await page.getByRole('option', { name: 'Today' }).waitFor()
      },
    },
  ]
}
